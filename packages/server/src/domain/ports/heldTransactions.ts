import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Owner } from '../account.ts'
import type { NewEvent } from '../event.ts'
import type {
  GuardReason,
  HeldStatus,
  HeldTransaction,
  Hold,
  LeasedTransaction,
  NewHeldTransaction,
  SendVerdict,
} from '../rpc/heldTransaction.ts'

/** One account's next transaction on one network. */
export type NoncePlace = { chain: Chain; sender: Address; nonce: number }

/** One that another transaction took the place of, and its sealed bytes, which the store keeps no longer. */
export type SupersededTransaction = { held: HeldTransaction; sealed: string }

/** What becomes of a leased transaction: it ends, or waits until `releaseAt` (null: for an approval). */
export type HeldOutcome = {
  status: HeldStatus
  reason?: GuardReason
  verdict?: SendVerdict
  releaseAt?: number | null
}

/** Unknown transactions, and those of other accounts, are null. */
export type HeldTransactionStore = {
  /**
   * Keeps a transaction, and supersedes those that are held with the same nonce; the same transaction is kept once.
   * @param options.eventOf what is told of it; null: nothing.
   * @throws RangeError when `max` of the account, or `maxByToken` of the token that sent it, are held.
   */
  hold(
    owner: Owner,
    held: NewHeldTransaction,
    options: { max: number; maxByToken: number; eventOf: ((held: HeldTransaction) => NewEvent) | null },
  ): Promise<HeldTransaction>
  /** Newest first; `cursor` is what the page before answered: decimal digits. `status` null: all. */
  list(
    owner: Owner,
    page: { limit: number; cursor: string | null; status: HeldStatus | null },
  ): Promise<{ held: HeldTransaction[]; nextCursor: string | null }>
  get(owner: Owner, id: string): Promise<HeldTransaction | null>
  /** The newest of this hash. */
  byHash(owner: Owner, chain: Chain, hash: Hex): Promise<HeldTransaction | null>
  /** Transactions of a sender that wallets are shown as pending, by nonce. */
  pendingOf(owner: Owner, chain: Chain, sender: Address, now: number): Promise<HeldTransaction[]>
  /** Ends those that wait with this nonce, but for one hash: another transaction takes their place. */
  supersede(owner: Owner, place: NoncePlace & { except: Hex }, now: number): Promise<SupersededTransaction[]>
  /** Undoes `supersede`, because the network has not taken the other transaction: they wait on as they did. */
  restore(owner: Owner, superseded: readonly SupersededTransaction[], now: number): Promise<void>
  /** Takes transactions that are due, of all accounts, the longest due first; no other node takes them until the lease is over. */
  lease(options: { now: number; leaseMs: number; limit: number }): Promise<LeasedTransaction[]>
  /** Takes one that is held and that no node works on, because an administrator approves the reasons in `covered`. */
  leaseApproved(
    owner: Owner,
    id: string,
    options: { now: number; leaseMs: number; approvedBy: string; covered: readonly Hold[] },
  ): Promise<LeasedTransaction | null>
  /** Holds on to a lease, from now on; null when it was lost: another node works on it, or it ended. */
  renew(leased: LeasedTransaction, options: { now: number; leaseMs: number }): Promise<LeasedTransaction | null>
  /** Writes what became of it, with the event. False when the lease was lost: another node decides. */
  settle(leased: LeasedTransaction, outcome: HeldOutcome, now: number, event: NewEvent | null): Promise<boolean>
  /** Ends one that is held and that no node works on; null when there is none such. */
  cancel(owner: Owner, id: string, now: number): Promise<HeldTransaction | null>
}
