import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { ISSUER_ABI, POSITION_MANAGER_ABI, PRICE_FEED_ABI, V2_ROUTER_ABI } from '../abis.ts'
import { GENESIS_DOLLARS } from '../infrastructure.ts'
import { sortTokens } from '../poolAddresses.ts'
import { nativeWorth, PRICES, PROFILES, units } from '../profiles.ts'
import { type SandboxWorld, V3_FEE } from '../world.ts'
import { addLiquidityNative, approve, FAR_DEADLINE, transfer, UNLIMITED } from './calls.ts'
import type { Step } from './timeline.ts'

/** Dollars on each side of a pool between the native coin and a dollar token. */
const POOL_DOLLARS = 5_000_000
/** The whole price range at the tier's tick spacing of 10. */
const FULL_RANGE = 887_270

/** Issues the dollar tokens and fills the pools, 398 days before the head. */
export function markets(world: SandboxWorld): Step[] {
  const { chain, tokens, decimals, dex, actors } = world
  const maker = actors.marketMaker
  const step = (from: Address, to: Address, data: Hex, note: string, value = 0n): Step => ({
    daysAgo: 398,
    transaction: { from, to, data, note, value, gas: 8_000_000n },
  })
  const all = (token: 'usdc' | 'usdt' | 'dai', dollars: number) => units(dollars, decimals[token])
  const mint = (to: Address, amount: bigint) =>
    encodeFunctionData({ abi: ISSUER_ABI, functionName: 'mint', args: [to, amount] })
  const quota = encodeFunctionData({
    abi: ISSUER_ABI,
    functionName: 'configureMinter',
    args: [actors.issuer, all('usdc', 10 * GENESIS_DOLLARS)],
  })
  const half = GENESIS_DOLLARS / 2
  const issue = [
    step(actors.issuer, tokens.usdc, quota, 'USDC minter'),
    ...[maker, actors.exchange].flatMap((to) => [
      step(actors.issuer, tokens.usdc, mint(to, all('usdc', half)), 'USDC issue'),
      step(actors.issuer, tokens.dai, mint(to, all('dai', half)), 'DAI issue'),
      step(actors.issuer, tokens.usdt, transfer(to, all('usdt', half)), 'USDT issue'),
    ]),
  ]
  const native = nativeWorth(chain, POOL_DOLLARS)
  const dollars = (['usdc', 'usdt', 'dai'] as const).flatMap((token) => [
    step(maker, tokens[token], approve(dex.v2Router, UNLIMITED), `${token} for V2`),
    step(maker, tokens[token], approve(dex.positionManager, UNLIMITED), `${token} for V3`),
    step(
      maker,
      dex.v2Router,
      addLiquidityNative(tokens[token], all(token, POOL_DOLLARS), maker),
      `${token} pool`,
      native,
    ),
  ])
  const dollarPair = encodeFunctionData({
    abi: V2_ROUTER_ABI,
    functionName: 'addLiquidity',
    args: [
      ...([tokens.usdc, tokens.usdt, all('usdc', POOL_DOLLARS), all('usdt', POOL_DOLLARS)] as const),
      ...([0n, 0n, maker, FAR_DEADLINE] as const),
    ],
  })
  const position = (a: Address, amountA: bigint, b: Address, amountB: bigint, note: string, value = 0n) =>
    openPosition([a, amountA], [b, amountB], maker).map((data) => step(maker, dex.positionManager, data, note, value))
  const wrap: Step = step(maker, tokens.wrapped, '0xd0e30db0', 'wrap for V3', native * 2n)
  return [
    ...issue,
    ...dollars,
    step(maker, dex.v2Router, dollarPair, 'USDC/USDT pool'),
    wrap,
    step(maker, tokens.wrapped, approve(dex.positionManager, UNLIMITED), 'wrapped for V3'),
    ...position(tokens.wrapped, native, tokens.usdc, all('usdc', POOL_DOLLARS), 'native/USDC V3'),
    ...position(tokens.wrapped, native, tokens.dai, all('dai', POOL_DOLLARS), 'native/DAI V3'),
    ...position(tokens.usdc, all('usdc', POOL_DOLLARS), tokens.usdt, all('usdt', POOL_DOLLARS), 'USDC/USDT V3'),
    ...feedRounds(world),
  ]
}

/** Creates a V3 pool at the price the amounts imply and provides them over the whole range. */
function openPosition(a: [Address, bigint], b: [Address, bigint], owner: Address): Hex[] {
  const [token0, token1] = sortTokens(a[0], b[0])
  const [amount0, amount1] = token0 === a[0] ? [a[1], b[1]] : [b[1], a[1]]
  const price = squareRoot((amount1 << 192n) / amount0)
  return [
    encodeFunctionData({
      abi: POSITION_MANAGER_ABI,
      functionName: 'createAndInitializePoolIfNecessary',
      args: [token0, token1, V3_FEE, price],
    }),
    encodeFunctionData({
      abi: POSITION_MANAGER_ABI,
      functionName: 'mint',
      args: [
        {
          token0,
          token1,
          fee: V3_FEE,
          tickLower: -FULL_RANGE,
          tickUpper: FULL_RANGE,
          recipient: owner,
          amount0Desired: amount0,
          amount1Desired: amount1,
          amount0Min: 0n,
          amount1Min: 0n,
          deadline: FAR_DEADLINE,
        },
      ],
    }),
  ]
}

/** Integer square root, rounded down (Newton). */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** The native coin's feed speaks every month, all feeds speak shortly before the head. */
function feedRounds({ chain, priceFeeds, actors }: SandboxWorld): Step[] {
  const round = (daysAgo: number, name: keyof typeof priceFeeds, factor: number): Step => ({
    daysAgo,
    transaction: {
      from: actors.issuer,
      to: priceFeeds[name],
      data: setAnswer(units(PRICES[name] * factor, 8)),
      note: `${name} price`,
    },
  })
  const monthly = [0.82, 0.9, 1.04, 1.1, 0.97, 0.93, 1.01, 1.06, 0.99].map((factor, month) =>
    round(300 - month * 31, PROFILES[chain].native, factor),
  )
  return [...monthly, ...(Object.keys(priceFeeds) as (keyof typeof priceFeeds)[]).map((name) => round(0.02, name, 1))]
}

function setAnswer(answer: bigint): Hex {
  return encodeFunctionData({ abi: PRICE_FEED_ABI, functionName: 'setAnswer', args: [answer] })
}
