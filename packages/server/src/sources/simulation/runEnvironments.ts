import type { SimulationEnvironment } from '../../risk/facts.ts'
import { RpcError } from '../chain/jsonRpc.ts'
import type { AnvilChild } from './anvilChild.ts'
import { AnswerTooLarge } from './engineCall.ts'
import { ENVIRONMENTS, type Environment } from './environments.ts'
import { type FlatOutcome, flatRun } from './flatRun.ts'
import type { PreparedRun } from './prepareRun.ts'
import { sameOutcome } from './sameOutcome.ts'

/**
 * Repeats a run in every environment that could matter, side by side. `opcodes` null means that the code on the path is
 * not known: then all of them run. An environment is left out only when the code cannot read what it varies.
 */
export async function runEnvironments(
  child: AnvilChild,
  run: PreparedRun,
  main: FlatOutcome,
  opcodes: ReadonlySet<string> | null,
  bounds: { wallClockMs: number; maxBytes: number },
): Promise<SimulationEnvironment[]> {
  const relevant = ENVIRONMENTS.filter(({ varies }) => opcodes === null || varies.some((opcode) => opcodes.has(opcode)))
  const one = async (environment: Environment): Promise<SimulationEnvironment> => {
    const { name, varies, later } = environment
    const other = environment.apply(run)
    const outcome = await flatRun(child, other, bounds).catch(failedRun)
    const same = sameOutcome(
      { outcome: main, coinbase: run.next.coinbase },
      { outcome, coinbase: other.next.coinbase },
      later,
    )
    return { name, varies: [...varies], success: outcome.success, gasUsed: outcome.gasUsed, sameOutcome: same }
  }
  return Promise.all(relevant.map(one))
}

/** A run that the engine refuses, or that floods its answer, where the main run did neither, is another outcome. */
function failedRun(error: unknown): FlatOutcome {
  if (error instanceof RpcError || error instanceof AnswerTooLarge)
    return { success: false, gasUsed: 0n, output: '0x', logs: [] }
  throw error
}
