import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { POSITION_MANAGER_ABI, V2_ROUTER_ABI, V3_ROUTER_ABI } from '../abis.ts'
import {
  addLiquidityNative,
  approve,
  FAR_DEADLINE,
  swapNativeForTokens,
  transfer,
  UNLIMITED,
} from '../history/calls.ts'
import { sortTokens } from '../poolAddresses.ts'
import { nativeWorth, units } from '../profiles.ts'
import { type SandboxWorld, V3_FEE } from '../world.ts'
import type { CorpusCase } from './corpusCase.ts'

/** A transaction of a market. Value in wei. */
export type MarketTransaction = { from: Address; to: Address; data: Hex; value?: bigint }

/** What the team puts on either side of its pool; it keeps a tenth of the supply. */
const POOL_TOKENS = units(900_000, 18)
const POOL_DOLLARS = 90_000
/** What a holder spends on a purchase. */
const PURCHASE_DOLLARS = 300

/** The whole price range at the tier's tick spacing of 10. */
const FULL_RANGE = 887_270

/** The team's way to a pool; nothing where there is none. */
export function addsLiquidity(
  { market }: CorpusCase,
  { dex, tokens, decimals, chain }: SandboxWorld,
  team: Address,
  token: Address,
): MarketTransaction[] {
  const native = nativeWorth(chain, POOL_DOLLARS)
  if (market === 'v2')
    return [
      { from: team, to: token, data: approve(dex.v2Router, UNLIMITED) },
      { from: team, to: dex.v2Router, data: addLiquidityNative(token, POOL_TOKENS, team), value: native },
    ]
  if (market === 'v2-usdc') {
    const dollars = units(POOL_DOLLARS, decimals.usdc)
    const data = encodeFunctionData({
      abi: V2_ROUTER_ABI,
      functionName: 'addLiquidity',
      args: [token, tokens.usdc, POOL_TOKENS, dollars, 0n, 0n, team, FAR_DEADLINE],
    })
    return [
      { from: team, to: token, data: approve(dex.v2Router, UNLIMITED) },
      { from: team, to: tokens.usdc, data: approve(dex.v2Router, UNLIMITED) },
      { from: team, to: dex.v2Router, data },
    ]
  }
  if (market === 'none') return []
  const [token0, token1] = sortTokens(token, tokens.wrapped)
  const [amount0, amount1] = token0 === token ? [POOL_TOKENS, native] : [native, POOL_TOKENS]
  const both = { token0, token1, fee: V3_FEE }
  const opening = encodeFunctionData({
    abi: POSITION_MANAGER_ABI,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0, token1, V3_FEE, priceOf(amount0, amount1)],
  })
  const least = { amount0Min: 0n, amount1Min: 0n, recipient: team, deadline: FAR_DEADLINE }
  const range = { tickLower: -FULL_RANGE, tickUpper: FULL_RANGE }
  const filling = encodeFunctionData({
    abi: POSITION_MANAGER_ABI,
    functionName: 'mint',
    args: [{ ...both, ...range, amount0Desired: amount0, amount1Desired: amount1, ...least }],
  })
  return [
    { from: team, to: token, data: approve(dex.positionManager, UNLIMITED) },
    { from: team, to: tokens.wrapped, data: '0xd0e30db0', value: native },
    { from: team, to: tokens.wrapped, data: approve(dex.positionManager, UNLIMITED) },
    { from: team, to: dex.positionManager, data: opening },
    { from: team, to: dex.positionManager, data: filling },
  ]
}

/** One purchase for PURCHASE_DOLLARS. Where there is no market the team gives as much away. */
export function buys(
  { market, subject }: CorpusCase,
  { dex, tokens, decimals, chain }: SandboxWorld,
  { team, token, buyer }: { team: Address; token: Address; buyer: Address },
): MarketTransaction[] {
  if (subject !== 'token') return []
  const value = nativeWorth(chain, PURCHASE_DOLLARS)
  if (market === 'v2')
    return [{ from: buyer, to: dex.v2Router, data: swapNativeForTokens([tokens.wrapped, token], buyer), value }]
  if (market === 'none') return [{ from: team, to: token, data: transfer(buyer, units(3_000, 18)) }]
  if (market === 'v2-usdc') {
    const spent = units(PURCHASE_DOLLARS, decimals.usdc)
    const data = encodeFunctionData({
      abi: V2_ROUTER_ABI,
      functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
      args: [spent, 0n, [tokens.usdc, token], buyer, FAR_DEADLINE],
    })
    return [
      { from: buyer, to: tokens.usdc, data: approve(dex.v2Router, spent) },
      { from: buyer, to: dex.v2Router, data },
    ]
  }
  const swap = { tokenIn: tokens.wrapped, tokenOut: token, fee: V3_FEE, recipient: buyer, deadline: FAR_DEADLINE }
  const data = encodeFunctionData({
    abi: V3_ROUTER_ABI,
    functionName: 'exactInputSingle',
    args: [{ ...swap, amountIn: value, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }],
  })
  return [{ from: buyer, to: dex.v3Router, data, value }]
}

/** sqrt(amount1 / amount0) as a Q64.96, by Newton's method, rounded down. */
function priceOf(amount0: bigint, amount1: bigint): bigint {
  const ratio = (amount1 << 192n) / amount0
  let root = 1n << BigInt((ratio.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + ratio / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
