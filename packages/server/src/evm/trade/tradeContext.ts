import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Address, PinnedBlock } from '@redoubt/risk/facts.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import type { Budget } from './budget.ts'
import type { Venue } from './venue.ts'

/** What every simulated trade of one token at one block shares; made by `prepareTrade`. */
export type TradeContext = {
  chain: ChainSource
  simulator: Simulator
  block: PinnedBlock
  token: Address
  venue: Venue
  /** Calls that make the pool, where none was found; they run before everything else. */
  prelude: readonly Transaction[]
  /** Owner, creator: they are no sample of those who hold it. */
  insiders: readonly Address[]
  /** Where simulations put the trader contract. */
  trader: Address
  /** A new account, by a name that tells it from the others. */
  fresh(name: string): Address
  /** Quote units for which the account of an ordinary trade buys. */
  spend: bigint
  budget: Budget
  signal: AbortSignal
}

/** One trade to try: an account buys (or has), passes a part on, and sells. */
export type TradePlan = {
  account: Address
  /** Quote units to buy for; 0: nothing, the account sells what it holds. */
  spend: bigint
  /** Passes a quarter on to another new account before it sells. */
  passOn: boolean
  /** Ends with the purchase. */
  buyOnly?: boolean
  /** Share of what is left that is sold, in basis points; default all. */
  sellShare?: bigint
  /** Arbitrary calls before the purchase, and between purchase and sale. */
  before?: readonly Transaction[]
  between?: readonly Transaction[]
  /** After so many of the calls in between, so much time passes. */
  pause?: { after: number; seconds: bigint }
  /** Others who buy after the account did. */
  buyers?: readonly { account: Address; spend: bigint }[]
  /** From the purchase to what follows: the same block (default), the next one, or so many seconds of blocks. */
  wait?: 'next-block' | bigint | undefined
  /** Tokens that the account will have once it bought, when known: spares an execution. */
  expected?: bigint | null
}
