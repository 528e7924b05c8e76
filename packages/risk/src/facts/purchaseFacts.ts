import type { Address, Hex } from '../address.ts'
import type { Account } from './account.ts'
import type { BalanceChange } from './changes.ts'
import type { ContractJudgement } from './contractJudgement.ts'
import type { PurchasePrivileges, SpenderProbe } from './probes.ts'

// Further checks of a transaction: can the token it buys be sold again, and does the contract it trusts have published source?

/**
 * One unknown token that the transaction buys, sold again by a new account in the simulation. Taxes in percent. `sales` empty:
 * not probed (no pool, nothing bought).
 */
export type SaleProbe = {
  token: Address
  symbol: string | null
  pool: Address | null
  exchange: string | null
  /** No pool was found: this one was made inside the simulation with a holder's tokens. */
  made: boolean
  /** A sale in the next block, and one after a day where the first fails. */
  sales: { waitSeconds: number; failed: { step: string; reason: string | null } | null; sellTax: number | null }[]
}

/** Whether a contract that may spend has verified source somewhere. */
export type SourceCheck = {
  address: Address
  /** Null: no service could be asked, or a service that may have the source gave no answer. */
  verified: boolean | null
  /** Services that answered. */
  asked: string[]
}

/** A call by the accounts at stake that was not executed. */
export type UnsimulatedCall = {
  /** Null for a creation. */
  to: Address | null
  value: bigint
  selector: Hex | null
  /** Name of the called function, and of functions it calls in the same contract; null where no index knows the name. */
  names: (string | null)[]
  /** Null for a creation, and where it could not be read. */
  account: Account | null
  /** Null where no verification service was asked. */
  source: SourceCheck | null
}

/** An allowance from before the transaction to a contract that any account can make spend it. */
export type OpenAllowance = Pick<BalanceChange, 'assetType' | 'symbol' | 'decimals'> & {
  token: Address
  spenderAccount: Account
  allowance: bigint
  operator: boolean
  /** What of it can be taken after the transaction, in base units; of a collection the items that are held. */
  amount: bigint
  /** The transaction brings the owner more of the token. */
  gained: boolean
}

export type PurchaseFacts = {
  /** Probes of unlabelled tokens that a principal gains for something else. */
  saleProbes: SaleProbe[]
  /** Privileges of the first of these tokens, where it could be traded and probed in time. */
  purchasePrivileges: PurchasePrivileges[]
  /** Contract scans of these tokens. */
  purchaseJudgements: ContractJudgement[]
  /** Source checks of unknown contracts that newly may spend. */
  spenderSources: SourceCheck[]
  /** Probes of these contracts, as far as they finished in time. */
  spenderProbes: SpenderProbe[]
  /** Of these contracts, those whose code was executed in full and moves tokens with their owner's consent only. */
  consentingSpenders: Address[]
  /** What any account can take of the principals through allowances that they gave before. */
  openAllowances: OpenAllowance[]
  /** Calls that were not executed; empty where the transaction was. */
  unsimulatedCalls: UnsimulatedCall[]
}
