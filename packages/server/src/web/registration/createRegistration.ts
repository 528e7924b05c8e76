import type { Guarded } from '@redoubt/egress/guarded.ts'
import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Registration } from '@redoubt/risk/facts/domain.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { withSignal } from '../../lib/withSignal.ts'
import { createAskRdap } from './askRdap.ts'
import { createAskWhois } from './askWhois.ts'
import { createRegistryOf } from './registryOf.ts'
import { rememberAnswers } from './rememberAnswers.ts'

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

  const learn = rememberAnswers(now, async (domain) => {
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
    return await withSignal(learn(registrable), signal)
  }
}
