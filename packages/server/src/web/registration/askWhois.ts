import type { Guarded } from '@redoubt/egress/guarded.ts'
import type { Registration } from '@redoubt/risk/facts/domain.ts'
import { parseWhois } from './parseWhois.ts'

export type AskWhoisOptions = {
  /** Knows the server of every top-level domain. */
  root?: string
  deadlineMs: number
  now?: () => number
}

/** What WHOIS (RFC 3912) says of a domain; null when there is no server or no record. Rejects when it could not be asked. */
export type AskWhois = (domain: string, signal: AbortSignal) => Promise<Registration | null>

const ROOT = 'whois.iana.org'
const DAY_MS = 86_400_000
const MAX_SERVERS = 2_000
const REFERRAL = /^(?:whois|refer):[ \t]*([a-z0-9.-]{1,253}(?::\d{1,5})?)[ \t]*\r?$/im

/** Questions that need more than the name: otherwise hosts of that name are found too, or the answer is in Japanese. */
const QUESTIONS: Record<string, (domain: string) => string> = {
  'whois.verisign-grs.com': (domain) => `domain ${domain}`,
  'whois.denic.de': (domain) => `-T dn,ace ${domain}`,
  'whois.jprs.jp': (domain) => `${domain}/e`,
}

export function createAskWhois({ whois }: Pick<Guarded, 'whois'>, options: AskWhoisOptions): AskWhois {
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
