import { attempt, type GetFact } from '../engine/gatherFacts.ts'

/** Returns the intents, by their index, whose worst use was executed whole and worked. None where nothing was executed. */
export async function deriveExecutedIntents(get: GetFact): Promise<number[]> {
  const runs = (await attempt(get, 'worstCaseExecutions')).value ?? []
  return runs
    .filter(({ notRun, simulations }) => notRun === null && simulations.length > 0)
    .filter(({ simulations }) => simulations.every(({ success }) => success))
    .map(({ intent }) => intent)
}
