import type { Finding } from '../api.generated.ts'

/** A request to a wallet, as it is judged and sent. */
export type WalletRequest = {
  method: string
  /** A copy: changing it changes nothing. */
  params: unknown
}

/** What is known of a request before the wallet sees it. */
export type Verdict = {
  /**
   * `assessed`: the service examined every decisive fact. `unassessed`: it could not, `reason` says why.
   * `unknown-method`: the guard knows neither that the method reads nor what it does.
   */
  status: 'assessed' | 'unassessed' | 'unknown-method'
  request: WalletRequest
  recommendation: 'PROCEED' | 'REVIEW' | 'CAUTION' | 'BLOCK' | null
  riskLevel: 'safe' | 'low' | 'medium' | 'high' | 'critical' | null
  riskScore: number | null
  /**
   * What the wallet's own policy at the service says (`/v1/policies`); null: it has none, or is not known. A request that it holds waits
   * for an administrator, or for its time.
   */
  policy: 'allow' | 'hold' | 'refuse' | null
  /** One sentence for people. */
  summary: string | null
  warnings: readonly Finding[]
  /** Why it is unassessed. */
  reason: string | null
  /** What failed; null where nothing did. */
  cause: unknown
}

/**
 * Decides on a request: only `true` lets it pass. It may ask a person.
 * @example policy: (verdict) => verdict.status === 'assessed' && verdict.recommendation !== 'BLOCK' && ask(verdict)
 */
export type Policy = (verdict: Verdict) => boolean | Promise<boolean>

/** Lets through what was assessed and found harmless and what the wallet's policy at the service allows, and nothing else. */
export const defaultPolicy: Policy = ({ status, recommendation, policy }) =>
  status === 'assessed' && recommendation === 'PROCEED' && (policy === null || policy === 'allow')

/** The wallet was not asked. Its code is that of a person who refuses (EIP-1193), which every page can handle. */
export class GuardRefusal extends Error {
  override readonly name = 'GuardRefusal'
  readonly code = 4001
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    const { reason, summary, recommendation } = verdict
    // What was found is worse than what is missing.
    const why = (recommendation === 'BLOCK' ? (summary ?? reason) : (reason ?? summary)) ?? 'no verdict'
    super(`Refused ${verdict.request.method} (${verdict.recommendation ?? verdict.status}): ${why}`)
    this.verdict = verdict
  }
}
