import type { Sequence, Simulator } from './simulator.ts'

/** Executed calls, and the gas that they used. */
export type Work = { calls: number; gas: bigint }

/**
 * Gas for one search: about two seconds of execution on one core of a small machine. Counted, not timed, so that a search ends at the same
 * place on a busy machine and a quiet one.
 */
export const MAX_SEARCH_GAS = 1_500_000_000n
/** Gas of a call whose outcome is not known: the engine refused it, or it answered a flood. */
const UNKNOWN_GAS = 2_000_000n

/** Returns the engine, telling the work of its sequences as they end. Other executions are few, and bounded by number. */
export function countWork<Engine extends Pick<Simulator, 'simulateSequences'>>(
  engine: Engine,
  onWork: (work: Work) => void,
): Engine {
  return {
    ...engine,
    async simulateSequences(request) {
      const outcomes = await engine.simulateSequences(request)
      for (const [index, sequence] of request.sequences.entries()) {
        const calls = callsOf(sequence)
        const known = outcomes[index]?.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
        onWork({ calls, gas: known ?? UNKNOWN_GAS * BigInt(calls) })
      }
      return outcomes
    },
  }
}

/** Bounds of one search: `isOver` once so many calls, or so much gas, were used. */
export function createWorkLimit(maxCalls: number, maxGas: bigint = MAX_SEARCH_GAS) {
  const done: Work = { calls: 0, gas: 0n }
  return {
    isOver: (): boolean => done.calls >= maxCalls || done.gas >= maxGas,
    add({ calls, gas }: Work): void {
      done.calls += calls
      done.gas += gas
    },
  }
}

/** Whether a search has used up its work. */
export type WorkLimit = Pick<ReturnType<typeof createWorkLimit>, 'isOver'>

function callsOf({ blocks }: Sequence): number {
  return blocks.reduce((sum, { calls }) => sum + calls.length, 0)
}
