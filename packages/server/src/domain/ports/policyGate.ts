import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Environment } from '../environment.ts'
import type { Effects } from '../policy/effects.ts'
import type { PolicyDecision, RuleResult } from '../policy/evaluatePolicy.ts'
import type { Policy } from '../policy/policy.ts'

/** How what a request lets go is booked when the policy allows it. */
export type ReserveRequest = {
  /**
   * Names the request: the hash of the signed transaction, or the digest of the message. The same identity is booked once, and answers
   * the same reservation.
   */
  identity: string
  /** Unix milliseconds at which the booking is released unless it was settled: the deadline of a signature. Null: never. */
  expiresAt: number | null
}

export type PolicyCheck = {
  /** Id of the account of the service. */
  account: string
  environment: Environment
  chain: Chain
  wallet: Address
  effects: Effects
  /**
   * Of a transaction: one nonce is used once, so that what it replaces is no second expense. Null or absent: a signature, or not known.
   */
  nonce?: { sender: Address; nonce: bigint } | null
  /** Null: the decision alone, nothing is booked. */
  reserve: ReserveRequest | null
  /** When the request was held first; null or absent: it was not. The time delay counts from then. */
  heldSince?: number | null
  /** Whether an administrator's approval covers a rule that holds: it allows then. Rules that refuse still refuse. */
  isApproved?: (result: RuleResult) => boolean
}

/**
 * The booking of a request. `reservationId` null: nothing was booked (not asked for, not allowed, no policy). `isNew` false: another
 * attempt of the same request had booked it, and only that one may give it back.
 */
export type Booked = { reservationId: string | null; isNew: boolean }

/** What guards a wallet: its policy, and the budget that all requests of the account share. */
export type PolicyGate = {
  /**
   * Evaluates the policy. With `reserve`, an allowed request is booked by the same atomic step: two requests never use the same budget.
   * `decision` null: the wallet has no policy.
   */
  check(check: PolicyCheck): Promise<{ decision: PolicyDecision | null } & Booked>
  /** The request is sent as this transaction: the booking stays, and the watcher corrects its amounts by what it sees on chain. */
  settle(reservationId: string, transactionHash: Hex): Promise<void>
  /** The request was not sent, was dropped or replaced: its booking is given back. Settled on chain already: nothing changes. */
  release(reservationId: string): Promise<void>
  /** Which of the accounts have a policy. */
  guardedOf(account: string, environment: Environment, wallets: readonly Address[]): Promise<Address[]>
  /** The policy in force; null: none. */
  policyOf(account: string, environment: Environment, wallet: Address): Promise<Policy | null>
}
