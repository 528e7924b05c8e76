import type { SimulationEnvironment } from '../../risk/facts.ts'
import type { AnvilChild } from './anvilChild.ts'
import type { EngineBounds } from './engineCall.ts'
import { ENVIRONMENTS } from './environments.ts'
import { type FlatOutcome, flatRuns } from './flatRun.ts'
import type { PreparedRun } from './prepareRun.ts'
import { sameOutcome } from './sameOutcome.ts'

/** A run that the engine refuses, or that floods its answer, where the main run did neither, is another outcome. */
const NO_OUTCOME: FlatOutcome = { success: false, gasUsed: 0n, output: '0x', logs: [] }

/**
 * Repeats a run in every environment that could matter, side by side. `opcodes` null means that the code on the path is
 * not known: then all of them run. An environment is left out only when the code cannot read what it varies.
 */
export async function runEnvironments(
  child: AnvilChild,
  run: PreparedRun,
  main: FlatOutcome,
  opcodes: ReadonlySet<string> | null,
  bounds: EngineBounds,
): Promise<SimulationEnvironment[]> {
  const relevant = ENVIRONMENTS.filter(({ varies }) => opcodes === null || varies.some((opcode) => opcodes.has(opcode)))
  const runs = relevant.map((environment) => environment.apply(run))
  const answers = await flatRuns(child, runs, bounds)
  return relevant.map(({ name, varies, later }, index) => {
    const answer = answers[index] ?? NO_OUTCOME
    const outcome = answer instanceof Error ? NO_OUTCOME : answer
    const coinbase = runs[index]?.next.coinbase ?? run.next.coinbase
    const same = sameOutcome({ outcome: main, coinbase: run.next.coinbase }, { outcome, coinbase }, later)
    return { name, varies: [...varies], success: outcome.success, gasUsed: outcome.gasUsed, sameOutcome: same }
  })
}
