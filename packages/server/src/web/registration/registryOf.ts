import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { parseJson } from '../../evm/verification/parseAbi.ts'

/**
 * RDAP servers of the top-level domains that wallets' users meet most: for when IANA's list cannot be had, and for registries
 * that run a server without being on it (`io`, `sh`, `ac`). From the registries' own pages and the IANA list.
 */
const BY_SERVER: Record<string, string> = {
  'https://rdap.verisign.com/com/v1/': 'com',
  'https://rdap.verisign.com/net/v1/': 'net',
  'https://tld-rdap.verisign.com/cc/v1/': 'cc',
  'https://rdap.publicinterestregistry.org/rdap/': 'org',
  'https://pubapi.registry.google/rdap/': 'app dev page how zip mov',
  'https://rdap.identitydigital.services/rdap/':
    'io sh ac ai me info finance live pro money fund exchange network digital services support world life today agency games social',
  'https://rdap.centralnic.com/xyz/': 'xyz',
  'https://rdap.registry.co/co/': 'co',
  'https://rdap.nic.biz/': 'biz',
  'https://rdap.nominet.uk/uk/': 'uk',
  'https://rdap.nic.fr/': 'fr',
  'https://rdap.nic.ch/': 'ch',
  'https://rdap.denic.de/': 'de',
}

/** By top-level domain: the base URL, to which `domain/NAME` is added. */
export const REGISTRY_SERVERS: ReadonlyMap<string, string> = new Map(
  Object.entries(BY_SERVER).flatMap(([server, suffixes]) => suffixes.split(' ').map((each) => [each, server] as const)),
)

const MAX_LENGTH = 1_000

const MAX_SUFFIXES = 20_000

export type RegistryOptions = {
  /** IANA's bootstrap registry, or the operator's copy of it. */
  bootstrapUrl?: string
  deadlineMs?: number
  now?: () => number
}

/** Base URL of the RDAP server for a domain; null when its suffix has none that is known. Never rejects. */
export type RegistryOf = (domain: string) => Promise<string | null>

const BOOTSTRAP_URL = 'https://data.iana.org/rdap/dns.json'
const DAY_MS = 86_400_000
const RETRY_MS = 600_000
const MAX_BYTES = 2 ** 20

/**
 * Knows which registry answers for which suffix (RFC 9224). IANA's list is fetched when it is first needed and kept for a day;
 * without it, and for registries that are not on it, the servers that we know are asked.
 */
export function createRegistryOf({ fetch }: Pick<OperatorFetch, 'fetch'>, options: RegistryOptions = {}): RegistryOf {
  const { bootstrapUrl = BOOTSTRAP_URL, deadlineMs = 3_000, now = Date.now } = options
  let listed: ReadonlyMap<string, string> = new Map()
  let goodUntil = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> | null = null

  async function renew(): Promise<void> {
    try {
      const headers = { accept: 'application/json' }
      const answer = await fetch({ url: bootstrapUrl, headers, deadlineMs, maxBytes: MAX_BYTES })
      if (answer.status !== 200) throw new TypeError(`HTTP ${answer.status}`)
      listed = parseBootstrap(parseJson(answer.body.toString('utf8')))
      goodUntil = now() + DAY_MS
    } catch {
      // An old list is as good as a new one for all but the newest suffixes.
      goodUntil = now() + RETRY_MS
    } finally {
      fetching = null
    }
  }

  function known(suffixes: string[]): string | null {
    const suffix = suffixes.find((each) => listed.has(each) || REGISTRY_SERVERS.has(each)) ?? ''
    return listed.get(suffix) ?? REGISTRY_SERVERS.get(suffix) ?? null
  }

  return async (domain) => {
    const labels = domain.split('.')
    // The longest suffix on the list answers (RFC 9224, 4).
    const suffixes = labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
    if (now() >= goodUntil) fetching ??= renew()
    // A renewal is awaited only when the suffix is not known already.
    if (known(suffixes) === null) await fetching
    return known(suffixes)
  }
}

/**
 * Reads a bootstrap registry for domain names (RFC 9224, 4): base URL by suffix in lower case; https where there is a choice.
 * What is not of that shape is left out. @throws TypeError for what is no bootstrap registry at all.
 */
export function parseBootstrap(json: unknown): Map<string, string> {
  const services = (json as { services?: unknown } | null)?.services
  if (!Array.isArray(services)) throw new TypeError('no bootstrap registry of RDAP: "services" is missing')
  const servers = new Map<string, string>()
  for (const service of services) {
    const [suffixes, urls] = Array.isArray(service) ? service : []
    if (!Array.isArray(suffixes) || !Array.isArray(urls)) continue
    const known = urls.map(registryUrl).filter((url) => url !== null)
    const server = known.find((url) => url.startsWith('https:')) ?? known[0]
    if (server === undefined) continue
    for (const suffix of suffixes) {
      if (servers.size >= MAX_SUFFIXES) return servers
      if (typeof suffix === 'string' && suffix.length <= 253) servers.set(suffix.toLowerCase(), server)
    }
  }
  return servers
}

/** Returns the base URL of an RDAP server that another server named, with a slash at the end; null for what is none. */
export function registryUrl(said: unknown): string | null {
  const url = typeof said === 'string' && said.length <= MAX_LENGTH ? URL.parse(said) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return null
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
