import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'

export type ContractScanInput = {
  chain: Chain
  /** Lower case; `spelling` has what the caller wrote. */
  address: Address
  spelling: AddressSpelling
  /** Adds the verified ABI, or the one recovered from the code. Default false. */
  includeAbi: boolean
  /** Default true. False leaves what trading would show unknown. */
  simulateTrade: boolean
  /** 200-30,000, default 10,000. */
  deadlineMs: number
}
