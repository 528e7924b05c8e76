import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { countWork, createWorkLimit } from '../simulation/countWork.ts'
import { type CallOutcome, type Sequence, SimulationUnavailable, type Simulator } from '../simulation/simulator.ts'

export type RunAll = (sequences: readonly Sequence[]) => Promise<(CallOutcome[] | null)[]>

/** Executed calls for one transaction, reads of balances included: those of named accounts, and those of the search for more. */
const MAX_CALLS = 1_000
const MAX_EXTRA = 800
const CHUNK = 12

/**
 * Runs sequences within the limits of one transaction: null for what was not run. `onMissing` hears why, but not of `runExtra`: a search
 * beyond the calls of named accounts that ends early asks for nothing.
 */
export function budgetedRuns(
  simulator: Pick<Simulator, 'simulateSequences'>,
  block: PinnedBlock,
  { onMissing, signal }: { onMissing(why: 'state' | 'cut'): void; signal: AbortSignal },
): { runAll: RunAll; runExtra: RunAll } {
  const work = createWorkLimit(Number.POSITIVE_INFINITY)
  const engine = countWork(simulator, work.add)
  const within = (limit: number, miss: typeof onMissing): RunAll => {
    let left = limit
    return async (sequences) => {
      const seen: (CallOutcome[] | null)[] = []
      for (let at = 0; at < sequences.length; at += CHUNK) {
        const chunk = sequences.slice(at, at + CHUNK)
        const cost = chunk.flatMap(({ blocks }) => blocks).reduce((sum, { calls }) => sum + calls.length, 0)
        if (work.isOver() || left < cost) {
          miss('cut')
          break
        }
        left -= cost
        try {
          seen.push(...(await engine.simulateSequences({ block, sequences: chunk, transfers: true, signal })))
        } catch (error) {
          if (!(error instanceof SimulationUnavailable)) throw error
          miss(error.reason === 'state' ? 'state' : 'cut')
          if (error.reason !== 'state') break
          seen.push(...chunk.map(() => null))
        }
      }
      return sequences.map((_, index) => seen[index] ?? null)
    }
  }
  return { runAll: within(MAX_CALLS, onMissing), runExtra: within(MAX_EXTRA, () => undefined) }
}
