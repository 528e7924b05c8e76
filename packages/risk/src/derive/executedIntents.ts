import { attempt, type GetFact } from '../engine/gatherFacts.ts'
import type { WorstCaseExecution } from '../facts/worstCaseExecution.ts'

/** Returns the intents, by their index, whose worst use was executed whole and worked. None where nothing was executed. */
export async function deriveExecutedIntents(get: GetFact): Promise<number[]> {
  return executedIn((await attempt(get, 'worstCaseExecutions')).value ?? [])
}

/** Of these runs, the intents that were executed whole and worked. */
export function executedIn(runs: readonly WorstCaseExecution[]): number[] {
  return runs
    .filter(({ notRun, simulations }) => notRun === null && simulations.length > 0)
    .filter(({ simulations }) => simulations.every(({ success }) => success))
    .map(({ intent }) => intent)
}
