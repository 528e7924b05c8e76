import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import type { Budget } from './budget.ts'
import type { Venue } from './venue.ts'

/** Shared inputs of all simulated trades of one token at one block; made by `prepareTrade`. */
export type TradeContext = {
  chain: ChainSource
  simulator: Simulator
  block: PinnedBlock
  token: Address
  venue: Venue
  /** Calls that make the pool, where none was found; they run first. */
  prelude: readonly Transaction[]
  /** Owner and creator: no sample of ordinary holders. */
  insiders: readonly Address[]
  /** Address of the trader contract in simulations. */
  trader: Address
  /** A new account, identified by a name. */
  fresh(name: string): Address
  /** Quote units that an ordinary trade spends. */
  spend: bigint
  budget: Budget
  signal: AbortSignal
}

/** One trade to try: an account buys (or has), passes a part on, and sells. */
export type TradePlan = {
  account: Address
  /** Quote units to spend; 0: no purchase, the account sells its holding. */
  spend: bigint
  /** Transfers a quarter to another new account before it sells. */
  passOn: boolean
  /** Ends with the purchase. */
  buyOnly?: boolean
  /** Share of the remaining tokens that is sold, in basis points; default all. */
  sellShare?: bigint
  /** Arbitrary calls before the purchase, and between purchase and sale. */
  before?: readonly Transaction[]
  between?: readonly Transaction[]
  /** After so many of the calls in between, so much time passes. */
  pause?: { after: number; seconds: bigint }
  /** Other accounts that buy after the account did. */
  buyers?: readonly { account: Address; spend: bigint }[]
  /** From the purchase to what follows: the same block (default), the next one, or so many seconds of blocks. */
  wait?: 'next-block' | bigint | undefined
  /** Balance after the purchase, when known: spares an execution. */
  expected?: bigint | null
}
