import { encodeFunctionData } from 'viem/utils'
import { PERMIT2_ABI, SAFE_ABI, V3_ROUTER_ABI } from '../abis.ts'
import { nativeWorth, units } from '../profiles.ts'
import { type SandboxWorld, safeSetUp, V3_FEE } from '../world.ts'
import { approve, FAR_DEADLINE, UNLIMITED } from './calls.ts'
import { storyOf } from './story.ts'
import type { Step } from './timeline.ts'

/** A year in the life of the trader: money from an exchange, swaps, approvals, payments to a friend, a Safe. */
export function honestPeople(world: SandboxWorld): Step[] {
  const { chain, actors, tokens, decimals, dex, permit2, safe } = world
  const { trader, friend, exchange, deposit, fresh, delegated, victimOne, victimTwo, careless, collector } = actors
  const { calls, pays, sends, buys, sells } = storyOf(world)
  const dollars = (amount: number) => units(amount, decimals.usdc)
  const permit2Approval = encodeFunctionData({
    abi: PERMIT2_ABI,
    functionName: 'approve',
    args: [tokens.dai, dex.v3Router, units(2_000, 18), Number(FAR_DEADLINE)],
  })
  const v3Swap = encodeFunctionData({
    abi: V3_ROUTER_ABI,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: tokens.wrapped,
        tokenOut: tokens.usdc,
        fee: V3_FEE,
        recipient: trader,
        deadline: FAR_DEADLINE,
        amountIn: nativeWorth(chain, 900),
        amountOutMinimum: 1n,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
  const createSafe = encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'createProxyWithNonce',
    args: [safe.singleton, safeSetUp(), 0n],
  })
  const rent = [330, 300, 270, 240, 210, 180, 150, 120, 90, 60, 31].flatMap((daysAgo) => [
    sends(daysAgo, trader, 'usdc', friend, 1_200, 'rent'),
  ])
  return [
    pays(390, exchange, trader, 60_000, 'withdrawal to the trader'),
    sends(389, exchange, 'usdc', trader, 40_000, 'USDC withdrawal to the trader'),
    sends(389, exchange, 'usdt', trader, 9_000, 'USDT withdrawal to the trader'),
    sends(388, exchange, 'dai', trader, 12_000, 'DAI withdrawal to the trader'),
    pays(380, exchange, friend, 3_000, 'withdrawal to the friend'),
    buys(370, trader, tokens.usdc, 2_500),
    ...sells(360, trader, tokens.usdc, dollars(1_000)),
    pays(340, trader, friend, 150, 'dinner'),
    ...rent,
    pays(255, friend, trader, 80, 'concert tickets'),
    calls(300, trader, tokens.dai, approve(permit2, UNLIMITED), 'approve Permit2'),
    calls(300, trader, permit2, permit2Approval, 'Permit2 allowance for the V3 router'),
    calls(250, trader, tokens.wrapped, '0xd0e30db0', 'wrap', nativeWorth(chain, 3_000)),
    calls(249, trader, tokens.wrapped, approve(dex.v3Router, UNLIMITED), 'approve the V3 router'),
    calls(248, trader, dex.v3Router, v3Swap, 'swap on V3'),
    pays(160, trader, deposit, 2_000, 'deposit at the exchange'),
    pays(159.9, deposit, exchange, 1_900, 'the exchange collects the deposit'),
    calls(100, trader, safe.factory, createSafe, 'create the Safe'),
    pays(99, trader, safe.account, 4_000, 'fund the Safe'),
    sends(99, trader, 'usdc', safe.account, 5_000, 'fund the Safe with USDC'),
    ...[delegated, victimOne, victimTwo, careless, collector].flatMap((person, index) => [
      pays(220 - index, exchange, person, 8_000, 'withdrawal'),
      sends(219 - index, exchange, 'usdc', person, 6_000, 'USDC withdrawal'),
      sends(218 - index, exchange, 'usdt', person, 3_000, 'USDT withdrawal'),
      sends(217 - index, exchange, 'dai', person, 2_500, 'DAI withdrawal'),
      buys(205 - index, person, tokens.usdc, 300),
    ]),
    pays(0.5, exchange, fresh, 2_000, 'withdrawal to a fresh wallet'),
    sends(0.45, exchange, 'usdc', fresh, 1_500, 'USDC withdrawal to a fresh wallet'),
  ]
}
