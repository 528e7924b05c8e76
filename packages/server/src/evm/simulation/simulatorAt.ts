import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { laterBlock, nextBlock } from './engine/hardfork.ts'
import type { Simulator } from './simulator.ts'

/** The same engine, whose next block has another time, in Unix seconds. It runs that block alone, without environments. */
export function simulatorAt(simulator: Simulator, timestamp: bigint): Simulator {
  return {
    ...simulator,
    simulate: (request) =>
      simulator.simulate({ ...request, blockOverrides: blockAt(request.block, timestamp), environments: 'none' }),
    // Other ways to send a bundle are no question of time.
    simulateSequences: async () => [],
  }
}

function blockAt(block: PinnedBlock, timestamp: bigint) {
  const next = nextBlock(block)
  const { number } = laterBlock(block.chain, next, timestamp > next.timestamp ? timestamp - next.timestamp : 0n)
  return { number, timestamp }
}
