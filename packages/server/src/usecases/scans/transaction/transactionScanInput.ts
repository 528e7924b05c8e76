import type { Chain } from '@redoubt/risk/chain.ts'
import type { TokenPull } from '@redoubt/risk/derive/shapes.ts'
import type { AddressSpelling, Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ProtectRequest } from './protect/protection.ts'

export type TransactionScanInput = {
  chain: Chain
  transaction: Transaction
  spellings: AddressSpelling[]
  /** URL of the site that asks, http or https; null when the caller names none. */
  origin: string | null
  /** Default true both. */
  simulate: boolean
  explain: boolean
  /** 200-30,000, default 3,000. */
  deadlineMs: number
  /** Whether the answer lists every call of the execution. Default false. */
  trace?: boolean
  /** Whether it is executed under the rules of the next fork too. Default false. */
  nextFork?: boolean
  /**
   * Present where the calls are the beginning of a bundle. `spentLater`: what its later calls take by the approvals that these give, as
   * the execution of the whole shows.
   */
  prefix?: { spentLater: readonly Pick<TokenPull, 'token' | 'holder' | 'spender' | 'amount'>[] }
  /** Absent: no protected form is asked for. */
  protect?: ProtectRequest
}
