import type { Address, SimulationEnvironment } from '../../risk/facts.ts'
import type { AnvilChild } from './anvilChild.ts'
import { AnswerTooLarge, type EngineBounds } from './engineCall.ts'
import { ENVIRONMENTS, type Environment } from './environments.ts'
import { type FlatOutcome, flatRuns } from './flatRun.ts'
import type { PreparedRun } from './prepareRun.ts'
import { sameOutcome } from './sameOutcome.ts'
import { worseOutcome } from './worseOutcome.ts'

/** A run that floods its answer where the main run did not is another outcome. */
const FLOOD: FlatOutcome = { success: false, gasUsed: 0n, output: '0x', logs: [] }

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
  return relevant.map((environment, index) => {
    const coinbase = runs[index]?.next.coinbase ?? run.next.coinbase
    const ours = { coinbase: run.next.coinbase, sender: run.source.from, outcome: main }
    return compareRuns(environment, ours, { coinbase, answer: answers[index] })
  })
}

/**
 * What a further run says against the main one. An error of the engine says nothing about the transaction (state that
 * could not be read, a failure of its own), so the outcome there is unknown.
 */
export function compareRuns(
  { name, kind, varies }: Environment,
  main: { coinbase: Address; sender: Address; outcome: FlatOutcome },
  other: { coinbase: Address; answer: FlatOutcome | Error | undefined },
): SimulationEnvironment {
  const { answer, coinbase } = other
  const environment = { name, kind, varies: [...varies] }
  if (answer === undefined || (answer instanceof Error && !(answer instanceof AnswerTooLarge)))
    return { ...environment, success: false, gasUsed: 0n, sameOutcome: null, worse: false }
  const outcome = answer instanceof Error ? FLOOD : answer
  const same = sameOutcome(main, { outcome, coinbase }, kind === 'later')
  const worse = !same && worseOutcome(main.outcome, outcome, main.sender)
  return { ...environment, success: outcome.success, gasUsed: outcome.gasUsed, sameOutcome: same, worse }
}
