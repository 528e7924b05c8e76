import { encodeFunctionData } from 'viem/utils'
import { POISON_TOKEN_ABI } from '../abis.ts'
import { initCode } from '../initCode.ts'
import { units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { transfer, transferFrom } from './calls.ts'
import { storyOf } from './story.ts'
import type { Step } from './timeline.ts'

/**
 * After the trader pays the friend, the poisoner plants a look-alike of the friend in the trader's history: transfers of
 * nothing in the trader's name, dust from the look-alike, and a counterfeit token that repeats the real payment.
 */
export function poisoning(world: SandboxWorld): Step[] {
  const { actors, tokens, decimals, traps } = world
  const { poisoner, trader, exchange } = actors
  const { pays, creates, calls, sends } = storyOf(world)
  const rent = units(1_200, decimals.usdc)
  const counterfeit = initCode('PoisonToken', ['USD Coin', 'USDC', decimals.usdc, 1_000_000n * rent])
  const forged = encodeFunctionData({
    abi: POISON_TOKEN_ABI,
    functionName: 'forge',
    args: [[trader], [poisoner], [rent]],
  })
  return [
    pays(60.5, exchange, poisoner, 400, 'gas for the poisoner'),
    sends(60.4, exchange, 'usdc', poisoner, 5, 'dust for the poisoner'),
    creates(59.95, poisoner, traps.counterfeit, counterfeit, 'counterfeit USDC'),
    calls(59.9, poisoner, tokens.usdc, transferFrom(trader, poisoner, 0n), 'a transfer of nothing'),
    calls(59.9, poisoner, tokens.usdc, transfer(trader, units(0.01, decimals.usdc)), 'dust'),
    calls(30.9, poisoner, tokens.usdc, transferFrom(trader, poisoner, 0n), 'a transfer of nothing'),
    calls(30.9, poisoner, traps.counterfeit, forged, 'a forged payment'),
    pays(30.8, poisoner, trader, 0.001, 'native dust'),
  ]
}
