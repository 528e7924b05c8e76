import { encodeFunctionData } from 'viem/utils'
import { DRAINER_ABI } from './abis.ts'
import { approve, approveAll, swapNativeForTokens, swapTokensForNative, UNLIMITED } from './history/calls.ts'
import { nativeWorth, units } from './profiles.ts'
import { approvalScenarios } from './scenarios/approvals.ts'
import { evasionScenarios } from './scenarios/evasions.ts'
import { honestScenarios } from './scenarios/honest.ts'
import { labelledScenarios } from './scenarios/labelled.ts'
import { riskyScenarios } from './scenarios/risky.ts'
import { type Scenario, scenarioOn } from './scenarios/scenario.ts'
import type { SandboxWorld } from './world.ts'

export type { Scenario } from './scenarios/scenario.ts'

/** The six transactions that the demo shows, on any of the three networks. */
export function demoScenarios(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, dex, traps, nfts, decimals } = world
  const { trader, friend, spender, careless, buyerThree } = actors
  const scenario = scenarioOn(world)
  const buy = swapNativeForTokens([tokens.wrapped, tokens.usdc], trader, units(490, decimals.usdc))
  const sale = swapTokensForNative(units(100_000, 18), [traps.honeypot, tokens.wrapped], buyerThree)
  return [
    scenario(
      ['plain-transfer', 'Paying a friend', 'an ordinary payment is not made to look dangerous'],
      { from: trader, to: friend, value: nativeWorth(chain, 120) },
      'PROCEED',
    ),
    scenario(
      ['swap', 'A swap on the exchange', 'what leaves and what comes, at a fair price'],
      { from: trader, to: dex.v2Router, data: buy, value: nativeWorth(chain, 500) },
      'PROCEED',
    ),
    scenario(
      ['unlimited-approval-to-drainer', 'An unlimited approval', 'nothing leaves now, everything can leave later'],
      { from: trader, to: tokens.usdc, data: approve(traps.drainer, UNLIMITED) },
      'BLOCK',
      ['unlimited-approval-to-unknown-contract'],
    ),
    scenario(
      ['operator-approval-to-eoa', 'A whole collection for a stranger', 'the operator is a personal wallet'],
      { from: trader, to: nfts.collectible, data: approveAll(spender) },
      'BLOCK',
      ['operator-approval-to-eoa'],
    ),
    scenario(
      ['drain-disguised-as-claim', 'Claim your reward', 'the call takes what earlier approvals allow, and the value'],
      {
        from: careless,
        to: traps.drainer,
        value: nativeWorth(chain, 100),
        data: encodeFunctionData({ abi: DRAINER_ABI, functionName: 'claim' }),
      },
      'BLOCK',
      ['asset-drain-through-approvals', 'fake-claim-function'],
    ),
    scenario(
      ['honeypot-sale', 'Selling a token that rose', 'the token can be bought and not sold'],
      { from: buyerThree, to: dex.v2Router, data: sale },
      'BLOCK',
      ['honeypot-token-sale'],
    ),
  ]
}

/** Every scenario of the sandbox: the telling ones, honest ones that must stay quiet, risky ones that must not. */
export function allScenarios(world: SandboxWorld): Scenario[] {
  return [
    ...demoScenarios(world),
    ...honestScenarios(world),
    ...approvalScenarios(world),
    ...riskyScenarios(world),
    ...evasionScenarios(world),
    ...labelledScenarios(world),
  ]
}
