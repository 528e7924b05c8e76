import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { decodeAggregate, encodeAggregate, type Read } from '../decode/aggregate.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { MULTICALL3 } from '../rpc/multicall3.ts'

/**
 * Many reads as one upstream call through Multicall3, at the block or at an ancestor of it. Null where a read reverted, and
 * everywhere when the whole call failed or the node keeps no such state.
 * @throws when the network cannot be read.
 */
export async function readAggregate(
  chain: ChainSource,
  { block, reads, ancestor }: { block: PinnedBlock; reads: readonly Read[]; ancestor?: bigint },
  signal: AbortSignal,
): Promise<(Hex | null)[]> {
  const call = { to: MULTICALL3, data: encodeAggregate(reads) }
  const output = await (ancestor === undefined
    ? chain.call(block, call, signal)
    : chain.callAt(block, ancestor, call, signal))
  return decodeAggregate(output) ?? reads.map(() => null)
}
