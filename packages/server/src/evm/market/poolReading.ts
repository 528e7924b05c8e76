import type { Hex } from '@redoubt/risk/address.ts'
import type { Read } from '../decode/aggregate.ts'
import type { Pool } from './pool.ts'

/**
 * What one pool says at the block. `spot` and `mean` are quote units per token unit, both in base units; `mean` over
 * `meanSeconds`, null when the pool alone cannot tell it. `depth` is the quote side that a seller could take, base units.
 */
export type PoolReading = {
  pool: Pool
  spot: number
  mean: number | null
  meanSeconds: number
  depth: number
}

/** How a style of pool is read: the calls to make, and the meaning of their answers (null: no usable pool). */
export type PoolReader = {
  reads(pool: Pool): Read[]
  reading(pool: Pool, answers: readonly (Hex | null)[], now: bigint): PoolReading | null
}
