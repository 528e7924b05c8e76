import { encodeFunctionData, keccak256, stringToHex } from 'viem/utils'
import { APPROVAL_DRAINER_ABI, BRIDGE_ABI, MIXER_ABI } from '../abis.ts'
import { initCode } from '../nodeRpc.ts'
import { nativeWorth, units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { approve } from './calls.ts'
import { storyOf } from './story.ts'
import type { Step } from './timeline.ts'

/** What the mixer takes at a time, in dollars' worth of the native coin. */
export const MIXER_DOLLARS = 400
/** As tall as the trees of Tornado Cash. */
const MIXER_LEVELS = 20

/**
 * Tells the stories of the parties that the sandbox's lists name, and how they came to be listed: an exchange, a bridge and
 * its robber, the mixer that the robber used, a scammer, a sanctioned account, and a drainer that its victim reported.
 */
export function listedParties(world: SandboxWorld): Step[] {
  const { chain, actors, tokens, decimals, listed } = world
  const { exchange, venue, scammer, hacker, designated, reportedOperator, robbed, bridgeTeam, mixerTeam } = actors
  const { pays, sends, creates, calls } = storyOf(world)
  const denomination = nativeWorth(chain, MIXER_DOLLARS)
  const bridgeDeposit = (to: typeof venue) =>
    encodeFunctionData({ abi: BRIDGE_ABI, functionName: 'depositETHTo', args: [to, 200_000, '0x'] })
  const theft = encodeFunctionData({
    abi: BRIDGE_ABI,
    functionName: 'finalizeETHWithdrawal',
    args: [hacker, hacker, nativeWorth(chain, 6_000), '0x'],
  })
  const mixes = (daysAgo: number, note: string) => {
    const commitment = keccak256(stringToHex(`sandbox note: ${note}`))
    const data = encodeFunctionData({ abi: MIXER_ABI, functionName: 'deposit', args: [commitment] })
    return calls(daysAgo, hacker, listed.mixer, data, note, denomination)
  }
  const loot = units(900, decimals.usdc)
  const pull = encodeFunctionData({
    abi: APPROVAL_DRAINER_ABI,
    functionName: 'pull',
    args: [tokens.usdc, robbed, loot],
  })
  return [
    pays(290, exchange, venue, 50_000, 'a second exchange opens'),
    pays(270, exchange, bridgeTeam, 3_000, 'withdrawal to the bridge'),
    creates(269, bridgeTeam, listed.bridge, initCode('Bridge', [bridgeTeam]), 'bridge'),
    calls(240, venue, listed.bridge, bridgeDeposit(venue), 'bridge deposit', nativeWorth(chain, 9_000)),
    pays(240, exchange, mixerTeam, 500, 'withdrawal to the mixer'),
    creates(230, mixerTeam, listed.mixer, initCode('MixerPool', [denomination, MIXER_LEVELS]), 'mixer'),
    pays(180, exchange, designated, 2_500, 'withdrawal to an address sanctioned later'),
    pays(150, exchange, scammer, 600, 'a customer pays for a machine that never comes'),
    sends(120, exchange, 'usdc', scammer, 800, 'another customer'),
    pays(60, venue, scammer, 250, 'and one more'),
    calls(35, bridgeTeam, listed.bridge, theft, 'a stolen key pays out'),
    ...[34, 33, 33].map((daysAgo, index) => mixes(daysAgo, `mix ${index}`)),
    pays(12.5, scammer, reportedOperator, 200, 'gas for the reported drainer'),
    creates(12, reportedOperator, listed.drainer, initCode('ApprovalDrainer', [reportedOperator]), 'reported drainer'),
    pays(12.5, exchange, robbed, 300, 'withdrawal'),
    sends(12.5, exchange, 'usdc', robbed, 900, 'USDC withdrawal'),
    calls(10, robbed, tokens.usdc, approve(listed.drainer, loot), 'approve the drainer'),
    calls(10, reportedOperator, listed.drainer, pull, 'pull'),
  ]
}
