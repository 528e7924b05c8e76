import type { Address } from '@redoubt/risk/address.ts'
import type { QuoteToken } from '../../chains/definition.ts'

/** A pool that a known factory made, between a token and a quote token. */
export type Pool = {
  address: Address
  style: 'v2' | 'v3'
  exchange: string
  quote: QuoteToken
  /** The token is the pool's token0. */
  tokenIsFirst: boolean
}
