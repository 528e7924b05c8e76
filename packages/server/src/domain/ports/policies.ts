import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Owner } from '../account.ts'
import type { Environment } from '../environment.ts'
import type { BudgetLine, CountedEntry, SeenOutflow } from '../policy/budgetEntry.ts'
import type { PolicyDecision, PolicyUsage } from '../policy/decision.ts'
import type { Policy, PolicyRules } from '../policy/policy.ts'
import type { Booked } from './policyGate.ts'

/** One change of a policy, for its audit trail. `rules` null: it was deleted. */
export type PolicyVersion = {
  version: number
  action: 'created' | 'changed' | 'deleted'
  rules: PolicyRules | null
  /** Id and name of the key. */
  actor: { keyId: string; name: string }
  /** Names of the rules that differ from the version before. */
  changed: string[]
  /** Unix milliseconds. `effectiveAt`: from when on what it loosens is allowed; `at` for a change that only tightens. */
  at: number
  effectiveAt: number
}

/** Policies, one account and environment at a time. Addresses lower case. */
export type PolicyStore = {
  /** Also a deleted one while former rules are in force. */
  get(owner: Owner, address: Address): Promise<Policy | null>
  /** Newest first, without deleted ones; `cursor` is what the page before answered: decimal digits. */
  list(
    owner: Owner,
    page: { limit: number; cursor: string | null },
  ): Promise<{ policies: Policy[]; nextCursor: string | null }>
  /**
   * Writes what `change` makes of the policy, with its version, and has the wallet watched; no other change comes in between.
   * @param change returns null to leave everything as it is. @throws RangeError when the account has `max` policies.
   */
  change(
    owner: Owner,
    address: Address,
    change: (now: Policy | null) => { policy: Policy; version: PolicyVersion } | null,
    limits: { max: number },
  ): Promise<Policy | null>
  /** Newest first. */
  versions(
    owner: Owner,
    address: Address,
    page: { limit: number; cursor: string | null },
  ): Promise<{ versions: PolicyVersion[]; nextCursor: string | null }>
}

/** An entry of the budget that is not on chain yet. */
export type OpenReservation = {
  id: string
  identity: string
  state: 'reserved' | 'sent'
  microUsd: number
  at: number
  expiresAt: number | null
  transactionHash: Hex | null
}

export type Wallet = Owner & { wallet: Address }

/** A request whose effects are known. */
type Asked = {
  identity: string
  expiresAt: number | null
  now: number
  /**
   * Of a transaction: what others with the nonce have booked counts only where it is more, and one of them that is mined releases the booking.
   */
  nonce: { chain: Chain; sender: Address; nonce: bigint } | null
  /** What it books, given the entries that a part of it may have been booked by, oldest first. */
  lines(entries: readonly CountedEntry[]): BudgetLine[]
  /** Pure. */
  decide(policy: Policy, usage: PolicyUsage): PolicyDecision
}

/** The budget that all requests of a wallet in one account and environment share. Times in Unix milliseconds. */
export type BudgetStore = {
  /** The policy in force and what was used, without a booking; null: no policy. */
  read(wallet: Wallet, now: number): Promise<{ policy: Policy; usage: PolicyUsage } | null>
  /** Decides as `reserve` does, and books nothing. Null: no policy. */
  decide(wallet: Wallet, asked: Pick<Asked, 'now' | 'nonce' | 'lines' | 'decide'>): Promise<PolicyDecision | null>
  /**
   * Decides and books in one transaction that begins by locking the wallet: no other request of the wallet, on any node, is decided
   * in between. The same identity is booked once, at the most that one of its judgements came to; its own booking does not count against it.
   */
  reserve(wallet: Wallet, asked: Asked): Promise<{ decision: PolicyDecision | null } & Booked>
  settle(id: string, transactionHash: Hex, now: number): Promise<void>
  release(id: string): Promise<void>
  /** Open ones, oldest first, at most 100. */
  open(wallet: Wallet, now: number): Promise<OpenReservation[]>
  /** Which of the addresses have a policy, of one account or of any. */
  guarded(environment: Environment, addresses: readonly Address[], accountId?: string): Promise<Address[]>
  /** Whether any wallet of the environment has a policy. */
  anyGuarded(environment: Environment): Promise<boolean>
  /**
   * Books what left a wallet on chain, for every account with a policy of it, once per transaction. It takes the place of the
   * transaction's reservation, uses up signatures and allowances that it was taken by, and releases reservations of other
   * transactions with the same nonce.
   */
  book(seen: {
    environment: Environment
    chain: Chain
    wallet: Address
    transactionHash: Hex
    /** Of the block. */
    at: number
    sender: Address
    nonce: bigint
    succeeded: boolean
    outflows: readonly SeenOutflow[]
  }): Promise<void>
}
