import { encodeFunctionData } from 'viem/utils'
import { COLLECTION_ABI, COLLECTION_ISSUER_ABI } from '../abis.ts'
import { initCode } from '../initCode.ts'
import type { SandboxWorld } from '../world.ts'
import { storyOf } from './story.ts'
import type { Step } from './timeline.ts'

/** Two collections: the trader holds pictures 1-4 and 20 pieces of item 7; friend and collector hold some too. */
export function collectibles(world: SandboxWorld): Step[] {
  const { actors, nfts } = world
  const { artist, trader, friend, collector, careless, exchange } = actors
  const { pays, creates, calls } = storyOf(world)
  const picture = (to: typeof trader, id: bigint) =>
    encodeFunctionData({ abi: COLLECTION_ISSUER_ABI, functionName: 'mint', args: [to, id] })
  const items = (to: typeof trader, id: bigint, amount: bigint) =>
    encodeFunctionData({ abi: COLLECTION_ISSUER_ABI, functionName: 'mint', args: [to, id, amount] })
  const gallery = ['Quiet Harbours', 'HARBR', 'ipfs://sandbox/harbours/', artist]
  const tools = ['Workshop Tools', 'TOOLS', 'ipfs://sandbox/tools/{id}.json', artist]
  const gift = encodeFunctionData({ abi: COLLECTION_ABI, functionName: 'transferFrom', args: [trader, friend, 5n] })
  return [
    pays(310, exchange, artist, 5_000, 'withdrawal to the artist'),
    creates(305, artist, nfts.collectible, initCode('Collectible721', gallery), 'pictures'),
    creates(304, artist, nfts.items, initCode('Collectible1155', tools), 'items'),
    ...[1n, 2n, 3n, 4n, 5n].flatMap((id) => [
      pays(230 - Number(id), trader, artist, 90, 'buy a picture'),
      calls(230 - Number(id), artist, nfts.collectible, picture(trader, id), 'deliver a picture'),
    ]),
    ...[6n, 7n, 8n].map((id) => calls(214, artist, nfts.collectible, picture(collector, id), 'deliver a picture')),
    calls(213, artist, nfts.collectible, picture(careless, 9n), 'deliver a picture'),
    calls(190, trader, nfts.collectible, gift, 'a present'),
    calls(175, artist, nfts.items, items(trader, 7n, 20n), 'deliver items'),
    calls(174, artist, nfts.items, items(collector, 7n, 5n), 'deliver items'),
    calls(173, artist, nfts.items, items(collector, 8n, 1n), 'deliver items'),
  ]
}
