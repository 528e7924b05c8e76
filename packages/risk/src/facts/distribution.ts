import type { Address } from '../address.ts'

/** Holders of the token and of its liquidity. */
export type Distribution = {
  /** USD in all pools found, quote side. */
  liquidityUsd: number | null
  /** Shares in percent. */
  topHolders: {
    address: Address
    share: number
    kind: 'pool' | 'burned' | 'contract' | 'eoa' | 'creator' | 'owner' | 'locker'
  }[]
  /** Holders of the deepest pool: of its LP tokens, or of the V3 liquidity in range; null when unknown. */
  lpHolders:
    | { address: Address; share: number; kind: 'burned' | 'locker' | 'creator' | 'owner' | 'eoa' | 'contract' }[]
    | null
  /** True when holders were sampled from recent logs; false when all are known. */
  sampled: boolean
}
