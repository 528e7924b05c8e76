import type { PinnedBlock } from '../../../risk/facts.ts'
import { withSignal } from '../../chain/withSignal.ts'
import { SimulationUnavailable } from '../simulationUnavailable.ts'
import type { AnvilChild } from './anvilChild.ts'
import type { ChildPool } from './childPool.ts'
import { ChildLost } from './engineCall.ts'
import type { Quarantine } from './quarantine.ts'

export type ContainedJob<Value> = {
  /** Hash of the input, under which its crashes are counted; made only once something has crashed, for inputs may be large. */
  key(): string
  block: PinnedBlock
  /** Known to be large or odd: never on a child that others share. */
  heavy: boolean
  signal: AbortSignal
  /** `attempt` 1 is the retry, alone on a child of its own. */
  run(child: AnvilChild, attempt: 0 | 1): Promise<Value>
}

/**
 * Runs a job so that the death of its child costs at most that child: it is repeated once elsewhere, alone, where an
 * innocent job succeeds and a guilty one is found out. Crashes count also when the caller has gone.
 * @throws SimulationUnavailable `quarantined` or `crashed`
 */
export async function containedRun<Value>(
  pool: ChildPool,
  quarantine: Quarantine,
  job: ContainedJob<Value>,
): Promise<Value> {
  let made: string | undefined
  const key = () => {
    made ??= job.key()
    return made
  }
  const attempt = async (number: 0 | 1): Promise<Value> => {
    try {
      const run = (child: AnvilChild) => job.run(child, number)
      const alone = job.heavy || number === 1
      const value = await (alone ? pool.sacrificial(job.block, run, job.signal) : pool.shared(job.block, run))
      if (number === 1) quarantine.forgive(key())
      return value
    } catch (error) {
      if (error instanceof ChildLost) quarantine.strike(key())
      throw error
    }
  }
  const guarded = async (number: 0 | 1): Promise<Value> => {
    if (!quarantine.isEmpty() && quarantine.has(key()))
      throw new SimulationUnavailable('quarantined', 'This input crashed the execution engine twice; try again later.')
    return withSignal(attempt(number), job.signal)
  }
  try {
    return await guarded(0)
  } catch (error) {
    if (!(error instanceof ChildLost)) throw error
  }
  try {
    return await guarded(1)
  } catch (error) {
    if (!(error instanceof ChildLost)) throw error
    throw new SimulationUnavailable('crashed', 'The execution engine ended twice on this input.', { cause: error })
  }
}
