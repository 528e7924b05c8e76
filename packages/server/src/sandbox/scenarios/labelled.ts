import { encodeFunctionData, keccak256, stringToHex } from 'viem/utils'
import { BRIDGE_ABI, MIXER_ABI } from '../abis.ts'
import { approve, transfer } from '../history/calls.ts'
import { MIXER_DOLLARS } from '../history/listedParties.ts'
import { nativeWorth, units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { type Scenario, scenarioOn } from './scenario.ts'

/** Transactions whose verdict rests on who the other side is: what the sandbox's lists know. */
export function labelledScenarios(world: SandboxWorld): Scenario[] {
  const { chain, actors, tokens, decimals, listed } = world
  const { trader, venue, scammer, hacker, designated } = actors
  const scenario = scenarioOn(world)
  const note = keccak256(stringToHex('sandbox note: of the trader'))
  const mix = encodeFunctionData({ abi: MIXER_ABI, functionName: 'deposit', args: [note] })
  const cross = encodeFunctionData({ abi: BRIDGE_ABI, functionName: 'depositETHTo', args: [trader, 200_000, '0x'] })
  return [
    scenario(
      ['payment-to-exchange', 'A deposit at a new exchange', 'its hot wallet is known, though never dealt with'],
      { from: trader, to: venue, value: nativeWorth(chain, 300) },
      'PROCEED',
    ),
    scenario(
      ['bridge-deposit', 'Coins to another network', 'the bridge is known, and keeps them on purpose'],
      { from: trader, to: listed.bridge, data: cross, value: nativeWorth(chain, 300) },
      'PROCEED',
    ),
    scenario(
      ['payment-to-scammer', 'Paying for a machine', 'others have paid and got nothing'],
      { from: trader, to: scammer, value: nativeWorth(chain, 300) },
      'BLOCK',
      ['flagged-recipient'],
    ),
    scenario(
      ['tokens-to-hacker', 'Dollars for a thief', 'the receiver inside the call is listed'],
      { from: trader, to: tokens.usdc, data: transfer(hacker, units(300, decimals.usdc)) },
      'BLOCK',
      ['flagged-counterparty'],
    ),
    scenario(
      ['payment-to-designated', 'A payment that a list forbids', 'sanctioned, and the oracle does not say so'],
      { from: trader, to: designated, value: nativeWorth(chain, 300) },
      'BLOCK',
      ['flagged-recipient'],
    ),
    scenario(
      ['mixer-deposit', 'A deposit in a mixer', 'where money goes to lose its past'],
      { from: trader, to: listed.mixer, data: mix, value: nativeWorth(chain, MIXER_DOLLARS) },
      ['CAUTION', 'BLOCK'],
      ['mixer-counterparty'],
    ),
    scenario(
      [
        'approval-to-reported-drainer',
        'Five dollars for a reported drainer',
        'the amount is small, the spender is known',
      ],
      { from: trader, to: tokens.usdc, data: approve(listed.drainer, units(5, decimals.usdc)) },
      'BLOCK',
      ['approval-to-flagged-spender'],
    ),
  ]
}
