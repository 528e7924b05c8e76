import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { packFactories } from '../pack/packFactories.ts'
import { poolAddress } from './poolOf.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const USDT_BSC = '0x55d398326f99059ff775485246999027b3197955'
const WBNB = '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'
const WPOL = '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270'
const USDC_E = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'

/** Deep pools of the real networks, as their exchanges and explorers show them. */
const REAL: [Chain, string, [Address, Address, number | null], Address][] = [
  ['ethereum', 'Uniswap V2', [USDC, WETH, null], '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc'],
  ['ethereum', 'Uniswap V3', [USDC, WETH, 500], '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'],
  ['ethereum', 'SushiSwap V2', [USDC, WETH, null], '0x397ff1542f962076d0bfe58ea045ffa2d347aca0'],
  ['bsc', 'PancakeSwap V2', [USDT_BSC, WBNB, null], '0x16b9a82891338f9ba80e2d6970fdda79d1eb0dae'],
  ['bsc', 'PancakeSwap V3', [USDT_BSC, WBNB, 500], '0x36696169c63e42cd08ce11f5deebbcebae652050'],
  ['polygon', 'QuickSwap V2', [WPOL, USDC_E, null], '0x6e7a5fafcec6bb1e78bae2a1f0b612012bf14827'],
  ['polygon', 'QuickSwap V3', [WPOL, USDC_E, null], '0xae81fac689a1b4b1e06e7ef4a2ab4cd8ac0a087d'],
  ['polygon', 'Uniswap V3', [WPOL, USDC_E, 500], '0xa374094527e1673a86de625aa59517c5de346d32'],
  ['polygon', 'SushiSwap V2', [WPOL, USDC_E, null], '0xcd353f79d9fade311fc3119b841e1f456b54e858'],
]
for (const [chain, exchange, [token0, token1, fee], address] of REAL)
  test(`${exchange} on ${chain} makes its pool at ${address}`, () => {
    const factory = packFactories(chain).find(({ protocol }) => protocol === exchange)
    assert.ok(factory)
    assert.equal(poolAddress(factory, { token0, token1, fee }), address)
    assert.notEqual(poolAddress(factory, { token0: token1, token1: token0, fee }), address)
  })
