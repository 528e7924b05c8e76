import type { Account } from './facts/account.ts'
import type { PurchasePrivileges, SpenderProbe } from './facts/probes.ts'
import type { Address, Hex } from './facts.ts'

// What is asked about a transaction besides running it: can what it buys be sold again, and has what it trusts a published source?

/**
 * One unknown token that the transaction buys, sold again by a new account in the simulation. Taxes in percent. `sales` empty:
 * nobody could try (no pool, nothing bought).
 */
export type SaleProbe = {
  token: Address
  symbol: string | null
  pool: Address | null
  exchange: string | null
  /** A sale in the next block, and one after a day where the first fails. */
  sales: { waitSeconds: number; failed: { step: string; reason: string | null } | null; sellTax: number | null }[]
}

/** Whether a contract that may spend has verified source somewhere. */
export type SourceCheck = {
  address: Address
  /** Null: no service could be asked, or one that may have it gave no answer. */
  verified: boolean | null
  /** Services that answered. */
  asked: string[]
}

/** A call that the accounts at stake make and that nobody executed. */
export type UnseenCall = {
  /** Null for a creation. */
  to: Address | null
  value: bigint
  selector: Hex | null
  /** Of the function, and of those it calls of the same contract; null where nobody knows the name. */
  names: (string | null)[]
  /** Null for a creation, and where it could not be read. */
  account: Account | null
  /** Null where nobody was asked. */
  source: SourceCheck | null
}

export type PurchaseFacts = {
  /** Of tokens nobody labelled that a principal gains for something else. */
  saleProbes: SaleProbe[]
  /** Of the first of them, where it could be traded and tried in time. */
  purchasePrivileges: PurchasePrivileges[]
  /** Of unknown contracts that are newly allowed to spend. */
  spenderSources: SourceCheck[]
  /** Of the same, those that could be tried in time. */
  spenderProbes: SpenderProbe[]
  /** Empty where the transaction was executed. */
  unseenCalls: UnseenCall[]
}
