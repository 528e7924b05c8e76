import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { laterBlock, nextBlock } from './engine/hardfork.ts'
import type { BlockOverrides, Sequence, Simulator } from './simulator.ts'

/**
 * The same engine, whose next block comes so many seconds of ordinary blocks later. The state stays that of the pinned block, as if no
 * transaction came in between.
 */
export function laterSimulator(simulator: Simulator, seconds: bigint): Simulator {
  const late = <Request extends { block: PinnedBlock; blockOverrides?: BlockOverrides }>(request: Request) => {
    const { number, timestamp } = laterBlock(request.block.chain, nextBlock(request.block), seconds)
    return { ...request, blockOverrides: { ...request.blockOverrides, number, timestamp } }
  }
  const put = ({ blocks, ...rest }: Sequence): Sequence => ({
    ...rest,
    blocks: blocks.map((block, at) => (at === 0 ? { ...block, seconds: seconds + (block.seconds ?? 0n) } : block)),
  })
  return {
    ...simulator,
    simulate: (request) => simulator.simulate(late(request)),
    read: (request) => simulator.read(late(request)),
    simulateSteps: (request) => simulator.simulateSteps(late(request)),
    slotsRead: (request) => simulator.slotsRead(late(request)),
    compareVariants: (request) => simulator.compareVariants(late(request)),
    simulateSequences: (request) => simulator.simulateSequences({ ...request, sequences: request.sequences.map(put) }),
    stateDiffs: (request) => simulator.stateDiffs({ ...request, sequence: put(request.sequence) }),
    wordsRead: (request) => simulator.wordsRead({ ...request, sequence: put(request.sequence) }),
  }
}
