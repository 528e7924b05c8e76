import type { AnvilChild } from './engine/anvilChild.ts'
import { AnswerTooLarge, engineBounds } from './engine/engineCall.ts'
import { type FlatOutcome, flatRun } from './flatRun.ts'
import type { PreparedRun } from './prepareRun.ts'
import type { RunnerParts } from './runnerParts.ts'

/** A contained flat run: cheap, and so the first thing done with every input. Null when even its answer is a flood. */
export type Screen = (key: string, run: PreparedRun, signal: AbortSignal) => Promise<FlatOutcome | null>

export function createScreen({ pool, contain, limits }: RunnerParts): Screen {
  const bounds = engineBounds(limits, limits.maxFlatBytes)
  return (key, run, signal) => {
    const flat = async (child: AnvilChild) => {
      try {
        return await flatRun(child, run, bounds)
      } catch (error) {
        if (error instanceof AnswerTooLarge) {
          pool.retire(child)
          return null
        }
        throw error
      }
    }
    // Creations have no cheap screen, so theirs may be a bomb itself.
    const heavy = run.source.to === null
    return contain({ key: () => key, block: run.block, heavy, signal, run: flat })
  }
}
