import type { Guarded } from '@redoubt/egress/guarded.ts'
import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Registration } from '@redoubt/risk/facts/domain.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { parseJson } from '../../evm/verification/parseAbi.ts'
import { withSignal } from '../../lib/withSignal.ts'
import { parseDate } from './parseDate.ts'
import { eppStatuses, hostNames, parseWhois, registrarName } from './parseWhois.ts'
import { createRegistryOf, type RegistryOf } from './registryOf.ts'

const MAX_ITEMS = 200

const ROOT = 'whois.iana.org'

const MAX_SERVERS = 2_000

const REFERRAL = /^(?:whois|refer):[ \t]*([a-z0-9.-]{1,253}(?::\d{1,5})?)[ \t]*\r?$/im

/** Questions that need more than the name: otherwise hosts of that name are found too, or the answer is in Japanese. */
const QUESTIONS: Record<string, (domain: string) => string> = {
  'whois.verisign-grs.com': (domain) => `domain ${domain}`,
  'whois.denic.de': (domain) => `-T dn,ace ${domain}`,
  'whois.jprs.jp': (domain) => `${domain}/e`,
}

const LIMITS = { maxBytes: 262_144, maxRedirects: 3 }

const HEADERS = { accept: 'application/rdap+json, application/json;q=0.5' }

const MAX_ANSWERS = 10_000

const DAY_MS = 86_400_000

const NO_RECORD_MS = 600_000

/** Registries limit how often they are asked; a stranger who repeats a URL must not use that up. */
const FAILURE_MS = 60_000

export type RegistrationOptions = {
  /** IANA's bootstrap registry of RDAP, or the operator's copy of it. */
  bootstrapUrl?: string
  /** Knows the WHOIS server of every top-level domain, `host` or `host:port`. */
  whoisRoot?: string
  /** For each question, and for all about one domain together, in milliseconds. */
  questionMs?: number
  deadlineMs?: number
  now?: () => number
}

/** Null: a hosting platform, an IP literal, a suffix, or no registry that says. Rejects when none could be asked. */
export type RegistrationOf = (site: SiteAddress, signal: AbortSignal) => Promise<Registration | null>

/**
 * When and where domains were registered: RDAP first, WHOIS where it says nothing. Answers are kept by registrable domain, a
 * record for a day and none for ten minutes; a domain that is asked about twice at once is asked for once.
 */
export function createRegistration(
  { guarded, operator }: { guarded: Pick<Guarded, 'fetch' | 'whois'>; operator: Pick<OperatorFetch, 'fetch'> },
  options: RegistrationOptions = {},
): RegistrationOf {
  const { bootstrapUrl, whoisRoot, questionMs = 3_500, deadlineMs = 9_000, now = Date.now } = options
  const registryOf = createRegistryOf(operator, {
    now,
    deadlineMs: questionMs,
    ...(bootstrapUrl === undefined ? {} : { bootstrapUrl }),
  })
  const askRdap = createAskRdap(guarded, registryOf, questionMs)
  const askWhois = createAskWhois(guarded, {
    now,
    deadlineMs: questionMs,
    ...(whoisRoot === undefined ? {} : { root: whoisRoot }),
  })

  const gather = rememberAnswers(now, async (domain) => {
    const signal = AbortSignal.timeout(deadlineMs)
    const rdap = await askRdap(domain, signal).catch((error: unknown) => ({ error }))
    if (rdap === 'no-record') return null
    if (rdap !== 'no-server' && !('error' in rdap) && rdap.registeredAt !== null) return rdap
    const whois = await askWhois(domain, signal).catch((error: unknown) => ({ error }))
    if (whois !== null && !('error' in whois) && whois.registeredAt !== null) return whois
    if (rdap !== 'no-server' && !('error' in rdap)) return rdap
    if (whois !== null && 'error' in whois) throw whois.error
    // That a registry without RDAP has no record is an answer; that its RDAP is down is none.
    if (whois === null && rdap !== 'no-server') throw rdap.error
    return whois
  })

  return async ({ registrable, platform }, signal) => {
    signal.throwIfAborted()
    if (registrable === null || platform !== null) return null
    return await withSignal(gather(registrable), signal)
  }
}

type Kept<Value> = { answer: Promise<Value | null>; until: number }

/**
 * Asks once for each key and keeps what was answered, at most 10,000 answers, the most recently used: a value for 24 h, null
 * for 10 minutes, a failure for one.
 */
export function rememberAnswers<Value>(
  now: () => number,
  ask: (key: string) => Promise<Value | null>,
): (key: string) => Promise<Value | null> {
  const known = new Map<string, Kept<Value>>()

  function begin(key: string): Kept<Value> {
    const kept: Kept<Value> = { answer: ask(key), until: Number.POSITIVE_INFINITY }
    kept.answer.then(
      (value) => {
        kept.until = now() + (value === null ? NO_RECORD_MS : DAY_MS)
      },
      () => {
        kept.until = now() + FAILURE_MS
      },
    )
    return kept
  }

  return (key) => {
    const found = known.get(key)
    const kept = found !== undefined && now() < found.until ? found : begin(key)
    known.delete(key)
    known.set(key, kept)
    const oldest = known.keys().next()
    if (known.size > MAX_ANSWERS && oldest.done !== true) known.delete(oldest.value)
    return kept.answer
  }
}

/**
 * What RDAP (RFC 9082, 3.1.3) says of a domain. `no-server`: its registry has none that we know; `no-record`: the registry
 * says that it is not registered. Rejects when the server could not be asked or said nothing that can be read.
 */
type AskRdap = (domain: string, signal: AbortSignal) => Promise<Registration | 'no-server' | 'no-record'>

/** Registries are named by a list and registrars by registries, so all are reached as strangers are. */
export function createAskRdap({ fetch }: Pick<Guarded, 'fetch'>, registryOf: RegistryOf, deadlineMs: number): AskRdap {
  async function ask(
    url: string,
    domain: string,
    signal: AbortSignal,
  ): Promise<(RdapAnswer & { server: string }) | null> {
    const answer = await fetch({ url, headers: HEADERS, ...LIMITS, deadlineMs, signal })
    const server = new URL(answer.url).hostname
    if (answer.status === 404) return null
    if (answer.status !== 200) throw new TypeError(`${server}: RDAP answered HTTP ${answer.status}`)
    return { ...parseRdap(parseJson(answer.body.toString('utf8')), domain), server }
  }

  return async (domain, signal) => {
    const base = await registryOf(domain)
    if (base === null) return 'no-server'
    const registry = await ask(`${base}domain/${domain}`, domain, signal)
    if (registry === null) return 'no-record'
    const { registration, referral, server } = registry
    if (registration.registeredAt !== null || referral === null) return { ...registration, by: 'rdap', server }
    // One referral and no more: the server it names is not the registry, and only fills in what the registry left out.
    const registrar = await ask(referral, domain, signal).catch(() => null)
    if (registrar === null) return { ...registration, by: 'rdap', server }
    return { ...filledIn(registration, registrar.registration), by: 'rdap', server: registrar.server }
  }
}

type Said = RdapAnswer['registration']

function filledIn(registry: Said, registrar: Said): Said {
  return {
    domain: registry.domain,
    registeredAt: registry.registeredAt ?? registrar.registeredAt,
    expiresAt: registry.expiresAt ?? registrar.expiresAt,
    updatedAt: registry.updatedAt ?? registrar.updatedAt,
    registrar: registry.registrar ?? registrar.registrar,
    nameServers: registry.nameServers.length > 0 ? registry.nameServers : registrar.nameServers,
    statuses: registry.statuses.length > 0 ? registry.statuses : registrar.statuses,
  }
}

type AskWhoisOptions = {
  /** Knows the server of every top-level domain. */
  root?: string
  deadlineMs: number
  now?: () => number
}

/** What WHOIS (RFC 3912) says of a domain; null when there is no server or no record. Rejects when it could not be asked. */
type AskWhois = (domain: string, signal: AbortSignal) => Promise<Registration | null>

function createAskWhois({ whois }: Pick<Guarded, 'whois'>, options: AskWhoisOptions): AskWhois {
  const { root = ROOT, deadlineMs, now = Date.now } = options
  const known = new Map<string, { server: string | null; until: number }>()

  async function serverOf(suffix: string, signal: AbortSignal): Promise<string | null> {
    const kept = known.get(suffix)
    if (kept !== undefined && now() < kept.until) return kept.server
    const answer = await whois({ server: root, query: suffix, deadlineMs, signal })
    const server = REFERRAL.exec(answer)?.[1]?.toLowerCase() ?? null
    if (known.size >= MAX_SERVERS) known.clear()
    known.set(suffix, { server, until: now() + DAY_MS })
    return server
  }

  async function ask(server: string, domain: string, signal: AbortSignal) {
    const query = QUESTIONS[server]?.(domain) ?? domain
    const answer = parseWhois(await whois({ server, query, deadlineMs, signal }), domain)
    const host = server.replace(/:\d+$/, '')
    const registration: Registration | null = answer && { ...answer.registration, by: 'whois', server: host }
    return { registration, referral: answer?.referral ?? null }
  }

  return async (domain, signal) => {
    const server = await serverOf(domain.slice(domain.lastIndexOf('.') + 1), signal)
    if (server === null) return null
    const { registration, referral } = await ask(server, domain, signal)
    if (registration?.registeredAt != null || referral === null || referral === server) return registration
    // A registry that knows only the registrar. What that says is used only when it is more.
    const further = await ask(referral, domain, signal).catch(() => null)
    return further?.registration?.registeredAt != null ? further.registration : registration
  }
}

/** What a server says of a domain, and where more is said: the registrar's server. */
type RdapAnswer = { registration: Omit<Registration, 'by' | 'server'>; referral: string | null }

/**
 * Reads the domain object of an RDAP answer (RFC 9083, 5.3). Members that are missing or of another shape say nothing.
 * @throws TypeError when the answer is about no domain, or about another one.
 */
export function parseRdap(json: unknown, domain: string): RdapAnswer {
  const object = members(json)
  const names = [object.ldhName, object.unicodeName].filter((name) => typeof name === 'string')
  if (object.objectClassName !== 'domain' || !names.some((name) => isName(name, domain))) {
    throw new TypeError('the answer is not about the domain that was asked for')
  }
  const events = list(object.events).map(members)
  const timeOf = (action: string) => {
    const event = events.find(({ eventAction }) => String(eventAction).toLowerCase() === action)
    return typeof event?.eventDate === 'string' ? parseDate(event.eventDate) : null
  }
  return {
    registration: {
      domain,
      registeredAt: timeOf('registration'),
      expiresAt: timeOf('expiration'),
      updatedAt: timeOf('last changed'),
      registrar: registrarOf(list(object.entities).map(members)),
      nameServers: hostNames(list(object.nameservers).map((server) => members(server).ldhName)),
      statuses: eppStatuses(list(object.status)),
    },
    referral: referralOf(list(object.links).map(members)),
  }
}

function isName(name: string, domain: string): boolean {
  const lower = name.toLowerCase().replace(/\.$/, '')
  return lower === domain || URL.parse(`http://${lower}/`)?.hostname === domain
}

/** jCard (RFC 7095): `["vcard", [["fn", {}, "text", "Example Registrar"], …]]`. */
function registrarOf(entities: Record<string, unknown>[]): string | null {
  const registrar = entities.find(({ roles }) => list(roles).includes('registrar'))
  const [, properties] = list(registrar?.vcardArray)
  const property = list(properties).find((each) => list(each)[0] === 'fn')
  return registrarName(list(property)[3]) ?? registrarName(registrar?.handle)
}

function referralOf(links: Record<string, unknown>[]): string | null {
  const link = links.find(({ rel, type }) => rel === 'related' && type === 'application/rdap+json')
  return typeof link?.href === 'string' && link.href.length <= 1_000 ? link.href : null
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : []
}
