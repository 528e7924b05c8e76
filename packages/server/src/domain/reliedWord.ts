import type { Address, Hex } from '@redoubt/risk/address.ts'

/** A word of storage that a judgement rests on, as it was at the block of the judgement. */
export type ReliedWord = { address: Address; slot: Hex; value: Hex }

/** Parts of a judged contract that tell which storage its judgement rests on. */
export type ReliedParts = {
  address: Address
  /** Accounts whose storage it rests on besides its own: admin, beacon, contracts with privileges. */
  others: readonly Address[]
  /** Contracts whose storage changes with every trade: the pools. */
  pools: readonly Address[]
  /** Accounts whose balances change with every trade. */
  holders: readonly Address[]
  /** Base slot of the balances; null: not located. */
  balances: Hex | null
  /** Slots of sums that transfers change. */
  sums: readonly Hex[]
}
