import type { Address } from '../facts.ts'

/** Who holds the token and the liquidity. */
export type Distribution = {
  /** USD in all pools found, quote side. */
  liquidityUsd: number | null
  /** Shares in percent. */
  topHolders: {
    address: Address
    share: number
    kind: 'pool' | 'burned' | 'contract' | 'eoa' | 'creator' | 'owner' | 'locker'
  }[]
  /** Of the deepest pool: its LP tokens, or the liquidity in range of V3 positions; null when nobody can tell. */
  lpHolders:
    | { address: Address; share: number; kind: 'burned' | 'locker' | 'creator' | 'owner' | 'eoa' | 'contract' }[]
    | null
  /** Holders were sampled from recent logs, or all are known. */
  sampled: boolean
}
