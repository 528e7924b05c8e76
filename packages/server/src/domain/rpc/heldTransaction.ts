import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Severity } from '@redoubt/risk/engine/finding.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Owner } from '../account.ts'
import type { PolicyRule, RuleResult } from '../policy/evaluatePolicy.ts'
import type { GuardSettings } from './rpcToken.ts'

/** `held`: waits. `released`: it was sent. `superseded`: another transaction of the same nonce took its place. */
export const HELD_STATUSES = ['held', 'released', 'cancelled', 'superseded', 'refused', 'expired'] as const
export type HeldStatus = (typeof HELD_STATUSES)[number]

/**
 * Why a transaction is not forwarded to the public pool: what the scan found, what it could not learn, a policy, transactions before it
 * that are not mined. `network`: it was allowed, and no node confirms that it has it, so that it is sent again. `private-relay`: it was
 * forwarded, and no endpoint shows it until it is mined.
 */
export const GUARD_RULES = ['verdict', 'incomplete', 'policy', 'earlier-nonce', 'network', 'private-relay'] as const
export type GuardRule = (typeof GUARD_RULES)[number]

/** The members of a signed transaction, without its signature. Amounts in wei, decimal text. */
export type SignedMembers = {
  type: 0 | 1 | 2 | 3 | 4
  chainId: number
  from: Address
  to: Address | null
  nonce: number
  value: string
  data: Hex
  gas: string
  gasPrice: string | null
  maxFeePerGas: string | null
  maxPriorityFeePerGas: string | null
}

/** What the scans of a send came to: the worst of them. */
export type SendVerdict = {
  recommendation: 'PROCEED' | 'REVIEW' | 'CAUTION' | 'BLOCK'
  riskScore: number
  riskLevel: RiskLevel
  complete: boolean
  /** What could not be learned, by name. Absent in what was held by an earlier version. */
  missing?: string[]
  findings: { id: string; severity: Severity; title: string; description: string }[]
}

/** One reason that holds a transaction: what an approval of it covers. */
export type Hold = {
  rule: GuardRule | PolicyRule
  /** The wallet whose policy says so; null: no policy does. */
  wallet: Address | null
  /** One sentence. */
  reason: string
  /** What the request takes; null: no figure, or it is not known. */
  asked: string | null
  unit: RuleResult['unit']
  /** What could not be learned, by name. */
  missing: string[]
}

/** Why a transaction is held or was refused. */
export type GuardReason = {
  rule: GuardRule
  /** One sentence, as wallets show it. */
  message: string
  /** The wallet whose policy says so; null: no policy does. */
  wallet: Address | null
  rules: RuleResult[]
  /** Every reason that holds it; empty for one that is not held. Absent in what was held by an earlier version. */
  holds?: Hold[]
}

/** A transaction that was not forwarded at once. Times are Unix milliseconds. */
export type HeldTransaction = {
  id: string
  chain: Chain
  hash: Hex
  transaction: SignedMembers
  status: HeldStatus
  reason: GuardReason
  verdict: SendVerdict | null
  /** Under which the scan is kept. */
  requestId: string
  heldAt: number
  /** When it is judged again, and sent if nothing speaks against it; null: an approval alone releases it. */
  releaseAt: number | null
  /** When it is dropped. */
  expiresAt: number
  updatedAt: number
  /** Id of the key that approved it; null: none did. */
  approvedBy: string | null
  /** What the approval covers; empty without one. */
  covered: readonly Hold[]
}

export type NewHeldTransaction = Pick<
  HeldTransaction,
  'chain' | 'hash' | 'transaction' | 'reason' | 'verdict' | 'requestId' | 'releaseAt' | 'expiresAt'
> & {
  /** `released` for one that went to a private relay. */
  status: 'held' | 'released'
  /** Signed, as it was sent: anyone who has it can send it, so it is kept sealed. */
  raw: Hex
  guard: GuardSettings
  /** Id of the RPC token that it came by; null: a key. */
  sentBy: string | null
  now: number
  /** Since when it waits; by default since now. */
  heldAt?: number
}

/** Whether two transactions differ in what they pay for gas alone: "speed up" of a wallet. A delegation (type 4) is never compared. */
export function isSameAct(one: SignedMembers, other: SignedMembers): boolean {
  return (
    one.type !== 4 &&
    other.type !== 4 &&
    one.from === other.from &&
    one.nonce === other.nonce &&
    one.to === other.to &&
    one.value === other.value &&
    one.data === other.data
  )
}

/** A held transaction that one node works on until `leasedUntil`. `raw` null: the secret that sealed it is gone. */
export type LeasedTransaction = Owner & {
  held: HeldTransaction
  raw: Hex | null
  guard: GuardSettings
  leasedUntil: number
}

/** A held transaction is dropped after so many milliseconds. */
export const HELD_FOR_MS = 24 * 3_600_000
/** Between two judgements of a transaction whose outcome was not known. */
export const JUDGE_AGAIN_MS = 15_000
/** Longest time for which a transaction of a private relay is shown as pending. */
export const RELAYED_FOR_MS = 15 * 60_000
/** Transactions of an account, in each environment, that may be held at once. */
export const MAX_HELD = 1_000
/** Those of them that came by one RPC token: a leaked URL must not take every place. */
export const MAX_HELD_BY_TOKEN = 100

/** The same of one that no node confirmed. */
export const SEND_AGAIN_MS = 3_000

/** Returns the milliseconds until one that has waited for so long is judged again: a fourth of its age more, half an hour at most. */
export function judgeAgainAfter(ageMs: number, firstMs = JUDGE_AGAIN_MS): number {
  return Math.min(firstMs + ageMs / 4, 30 * 60_000)
}

/** What makes a replacement acceptable to pools: 12.5 % more, rounded up, and at least one wei more. */
export function raisedFee(fee: bigint): bigint {
  return (fee * 9n) / 8n + 1n
}
