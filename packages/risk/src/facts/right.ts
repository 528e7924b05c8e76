import type { Address, Hex } from '../address.ts'
import type { Account, TokenMetadata } from './account.ts'
import type { GuardedPull } from './guardedPull.ts'

/**
 * What an account that the transaction names can do afterwards and could not do before, found by calling as that account on both
 * states. Amounts in base units of the asset.
 */
export type Right = {
  /** The account that receives the right. */
  holder: Address
  /** Whose assets they are. */
  account: Address
  /** The call that takes them. */
  contract: Address
  selector: Hex
  signature: string | null
  /**
   * `wallet`: the asset leaves the account itself. `contract`: it leaves a contract that keeps it for the account, or lends it on the
   * account's credit. `ownership`: a name, position or contract passes to another owner. `control`: the holder can give the
   * same right to others, and nothing was taken.
   */
  kind: 'wallet' | 'contract' | 'ownership' | 'control'
  /** `ownership`: the getter that named the account before the call, and names another one after it. */
  owned: string | null
  /** Null: native coin, and nothing for `ownership` and `control`. */
  asset: Address | null
  assetType: 'native' | TokenMetadata['standard']
  tokenId: bigint | null
  symbol: string | null
  decimals: number | null
  /** The most that was taken; 0 for `ownership` and `control`. */
  amount: bigint
  /** Null when no price is known. */
  usd: number | null
  /** Less than half is left to the account, of what it has or of what it allows the contract to take. */
  whole: boolean
  /** Of tokens and coins of the account itself: the least of what it has and of what it allows. Absent: not read. */
  reach?: bigint
  /** How many such calls, one after another, took as much each; 1: a second call took less. Absent: not tried. */
  times?: number
  /** The amount is a number of the signed call. */
  asked?: true
  /** Seconds after the transaction. */
  after: number
  /** The account named by the caller's data; otherwise the contract chose it. */
  named: boolean
  /** Offsets of the account in the data of the call; empty for a wallet that is called itself. Absent where the call does not name it. */
  accountAt?: readonly number[]
}

/** Results of executing a contract that receives a right: what its callers can make it do with the right over other accounts. */
export type RightUse = { pulls: GuardedPull[]; complete: boolean }

export type RightFact = Right & {
  holderAccount: Account
  /** The sender created it. */
  own: boolean
  /** The transaction itself pays it in: the right is over nothing else. */
  fresh: boolean
  /** Of a holder with code; null where it was not executed. */
  use?: RightUse | null
}
