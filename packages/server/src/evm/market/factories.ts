import type { Chain } from '@redoubt/risk/chain.ts'
import type { Address } from '@redoubt/risk/facts.ts'

/** A factory of pools. `fees` in hundredths of a basis point: V3 has a pool per tier. */
export type Factory = { exchange: string; style: 'v2' | 'v3'; factory: Address; fees: readonly number[] }

const UNISWAP_V3_FEES = [100, 500, 3_000, 10_000]
const PANCAKE_V3_FEES = [100, 500, 2_500, 10_000]

/**
 * The leading exchanges whose pools give prices, lower case. Sources: docs.uniswap.org, docs.pancakeswap.finance,
 * docs.sushi.com, docs.quickswap.exchange, deployment pages.
 */
export const FACTORIES: Readonly<Record<Chain, readonly Factory[]>> = {
  ethereum: [
    v2('Uniswap V2', '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f'),
    v2('SushiSwap', '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac'),
    v3('Uniswap V3', '0x1f98431c8ad98523631ae4a59f267346ea31f984', UNISWAP_V3_FEES),
    v3('PancakeSwap V3', '0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865', PANCAKE_V3_FEES),
  ],
  bsc: [
    v2('PancakeSwap V2', '0xca143ce32fe78f1f7019d7d551a6402fc5350c73'),
    v3('PancakeSwap V3', '0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865', PANCAKE_V3_FEES),
    v3('Uniswap V3', '0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7', UNISWAP_V3_FEES),
  ],
  polygon: [
    v2('QuickSwap V2', '0x5757371414417b8c6caad45baef941abc7d3ab32'),
    v2('SushiSwap', '0xc35dadb65012ec5796536bd9864ed8773abc74c4'),
    v3('Uniswap V3', '0x1f98431c8ad98523631ae4a59f267346ea31f984', UNISWAP_V3_FEES),
  ],
}

function v2(exchange: string, factory: Address): Factory {
  return { exchange, style: 'v2', factory, fees: [] }
}

function v3(exchange: string, factory: Address, fees: readonly number[]): Factory {
  return { exchange, style: 'v3', factory, fees }
}
