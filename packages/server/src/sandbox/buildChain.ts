import { numberToHex } from 'viem/utils'
import type { SandboxChain } from './canonical.ts'
import { CANONICAL, EVERYWHERE } from './canonical.ts'
import { createChainBuilder } from './chainBuilder.ts'
import { allSteps } from './history/allSteps.ts'
import { mineTimeline } from './history/timeline.ts'
import { genesisBalances, infrastructure } from './infrastructure.ts'
import type { NodeRpc } from './nodeRpc.ts'
import { placeAll } from './placement.ts'
import { HEAD_TIMESTAMP, nativeWorth, PROFILES } from './profiles.ts'
import { sandboxWorld } from './world.ts'

/** Unix seconds of block 0: 400 days before the head. */
export const GENESIS_TIMESTAMP = HEAD_TIMESTAMP - 400 * 86_400

/**
 * Arachnid's deterministic deployment proxy (MIT). It also stands where OpenSea's factory does: that one has other code and
 * gives the same addresses.
 */
const CREATE2_FACTORY_CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/**
 * Writes a network's whole history onto an empty node. The same calls in the same order give the same block hashes.
 * @returns how many of the newest blocks make up the last seven days.
 */
export async function buildChain(chain: SandboxChain, rpc: NodeRpc, onBlock: () => void): Promise<bigint> {
  const world = sandboxWorld(chain)
  const { fees, blockSeconds } = PROFILES[chain]
  const builder = createChainBuilder(rpc, fees)
  await rpc('anvil_setCoinbase', [CANONICAL[chain].coinbase])
  for (const factory of ['create2Factory', 'safeSingletonFactory', 'openSeaFactory'] as const)
    await rpc('anvil_setCode', [EVERYWHERE[factory], CREATE2_FACTORY_CODE])
  for (const { address, dollars } of genesisBalances(world))
    await rpc('anvil_setBalance', [address, numberToHex(nativeWorth(chain, dollars))])
  let now = GENESIS_TIMESTAMP
  const tick = () => {
    onBlock()
    now += blockSeconds
    return now
  }
  await placeAll(builder, infrastructure(world), world.actors.issuer, tick)
  const recent = await mineTimeline(builder, allSteps(world), { now, head: HEAD_TIMESTAMP, blockSeconds }, onBlock)
  return BigInt(recent)
}
