import type { Address } from '../address.ts'

/** Holders of the token and of its liquidity. */
export type Distribution = {
  /** USD in all pools found, quote side. */
  liquidityUsd: number | null
  /** Shares in percent. `exchange`: an account that an exchange holds its customers' tokens with. */
  topHolders: {
    address: Address
    share: number
    kind: 'pool' | 'burned' | 'contract' | 'eoa' | 'creator' | 'owner' | 'locker' | 'exchange'
  }[]
  /** Holders of the deepest pool: of its LP tokens, or of the V3 liquidity in range; null when unknown. */
  lpHolders:
    | {
        address: Address
        share: number
        kind: 'burned' | 'locker' | 'creator' | 'owner' | 'eoa' | 'contract'
        /** Of a contract: how most of what one account put there comes out at once, as executed. Absent: not seen, or not tried. */
        opened?: LockOpening
      }[]
    | null
  /** The token of these shares. Absent: the pool has none. */
  lpToken?: Address
  /** True when holders were sampled from recent logs; false when all are known. */
  sampled: boolean
  /**
   * The same a day and a week before; each null where no endpoint keeps such state, or the token did not exist. Null as a whole: not
   * asked, because the token is well known, or the network or the token is younger than a day.
   */
  before: { day: PastDistribution | null; week: PastDistribution | null } | null
}

/** Calls, in order, by which LP tokens leave a contract before their time. `account`: who put them there; `anyone`: any account has them. */
export type LockOpening = { account: Address; calls: string[]; anyone?: true }

/** Holders and pools at an older block. */
export type PastDistribution = {
  block: bigint
  /** Unix seconds. */
  timestamp: number
  /** Base units. */
  totalSupply: bigint
  /**
   * Percent then: the largest holders of today, and the largest then among all accounts that were read. Largest first. `hasCode`: now,
   * an EIP-7702 delegation is none; null where it could not be read.
   */
  topHolders: { address: Address; share: number; hasCode: boolean | null }[]
  pools: PastPool[]
}

/**
 * A pool of the token, then and now. USD by the quote side, at today's price; null where it has none, or the pool could not be read: the
 * older block then says nothing about where liquidity is.
 */
export type PastPool = {
  address: Address
  style: 'v2' | 'v3'
  usdBefore: number | null
  usdNow: number | null
  /**
   * How much of its liquidity is left, in percent: of a V2 pool its LP tokens, which only a removal burns; of a V3 pool the larger part of
   * its liquidity in range and of its quote side, which sales can lower too. Null: it was empty then, or could not be read.
   */
  keptPercent: number | null
}
