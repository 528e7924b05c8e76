import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'

export type RescueInput = {
  chain: Chain
  /** The account to be emptied; lower case, like the others. */
  address: Address
  spelling: AddressSpelling
  /** Receives everything. */
  safe: Address
  /** Sends and pays the transactions. */
  sponsor: Address
  /** Also tokens that look like spam. */
  includeSpam: boolean
  /** Milliseconds. */
  deadlineMs: number
}
