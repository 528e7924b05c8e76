import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { MAX_SEARCH_GAS, type Work } from '../simulation/countWork.ts'
import type { Simulator } from '../simulation/simulator.ts'
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
  /** Whether a failure is all that matters: the token's own reason for it, which the exchange hides, is not asked for. */
  unexplained?: true
  /** Whether to see what the sale takes beyond the sold amount. */
  watchesLosses?: boolean
  /** The account has code, and it accepts whatever it is sent. */
  accepts?: true
  /** Whether the calls may leave the pair out of step, as rebases do: then its sync() follows them. */
  settles?: boolean
}

/** Limits for one token: executed sequences and gas. Parts that it cut off are named. */
export type Budget = {
  /** Takes so many executions, or none and notes the omitted part. */
  take(runs: number, what: string): boolean
  /** Counts gas that was used; once there is no more, nothing is taken. */
  burn(work: Pick<Work, 'gas'>): void
  /** Notes a part that was omitted for another reason: there was too much of it. */
  note(what: string): void
  /** Notes a part that failed to execute, and takes nothing more. */
  fail(what: string, error: Error): void
  /** The first error given to `fail`; null: nothing failed. */
  failure(): Error | null
  report(): { runs: number; max: number; cut: string[] }
}

/** @param max executed sequences. */
export function createBudget(max: number, maxGas: bigint = MAX_SEARCH_GAS): Budget {
  const cut = new Set<string>()
  let spent = 0
  let burnt = 0n
  let failed: Error | null = null
  return {
    take(runs, what) {
      if (failed !== null || spent + runs > max || burnt >= maxGas) {
        cut.add(what)
        return false
      }
      spent += runs
      return true
    },
    burn({ gas }) {
      burnt += gas
    },
    note: (what) => void cut.add(what),
    fail(what, error) {
      cut.add(what)
      failed ??= error
    },
    failure: () => failed,
    report: () => ({ runs: spent, max, cut: [...cut] }),
  }
}

/** The token could not be traded here at all, which proves nothing about it. `message` is plain and safe to show. */
export class TradeUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TradeUnavailable'
  }
}
