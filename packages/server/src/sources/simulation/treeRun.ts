import type { CallFrame, StateDiff } from '../../risk/facts.ts'
import type { AnvilChild } from './anvilChild.ts'
import { AnswerTooLarge, engineCall } from './engineCall.ts'
import { rpcStateOverrides, traceBlockOverrides } from './engineRequest.ts'
import type { PreparedRun } from './prepareRun.ts'
import { readCallTree } from './readCallTree.ts'
import { readStateDiff } from './readStateDiff.ts'
import type { SimulationLimits } from './simulationLimits.ts'

/** `tree` false: `root` is the top call alone and its logs are unknown. */
export type TreeOutcome = { root: CallFrame; stateDiff: StateDiff; tree: boolean }

/**
 * One run traced twice side by side: call tree with logs, and state diff. A tree over the cap is cut off and asked for
 * again without its branches. struct logs are never asked for: they take gigabytes.
 */
export async function treeRun(
  child: AnvilChild,
  run: PreparedRun,
  limits: SimulationLimits,
  wanted: 'tree' | 'top-call',
): Promise<TreeOutcome> {
  const trace = (tracer: string, tracerConfig: object, maxBytes: number) => {
    const overrides = {
      stateOverrides: rpcStateOverrides(run.stateOverrides),
      blockOverrides: traceBlockOverrides(run.next),
    }
    const params = [run.transaction, 'latest', { tracer, tracerConfig, ...overrides }]
    return engineCall(child, 'debug_traceCall', params, { wallClockMs: limits.wallClockMs, maxBytes })
  }
  const topCall = async () => {
    const top = await trace('callTracer', { onlyTopCall: true }, limits.maxFlatBytes)
    return { root: readCallTree(top), tree: false }
  }
  const whole = async () => {
    try {
      return { root: readCallTree(await trace('callTracer', { withLog: true }, limits.maxTreeBytes)), tree: true }
    } catch (error) {
      if (error instanceof AnswerTooLarge) return topCall()
      throw error
    }
  }
  const [calls, diff] = await Promise.all([
    wanted === 'tree' ? whole() : topCall(),
    trace('prestateTracer', { diffMode: true }, limits.maxFlatBytes),
  ])
  return { ...calls, stateDiff: readStateDiff(diff) }
}
