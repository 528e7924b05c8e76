import type { CallFrame, StateDiff } from '@redoubt/risk/execution.ts'
import type { RpcAnswer, RpcRequest } from '../rpc/jsonRpc.ts'
import type { AnvilChild } from './engine/anvilChild.ts'
import { AnswerTooLarge, engineBatch, engineCall } from './engine/engineCall.ts'
import { rpcStateOverrides, traceBlockOverrides } from './engine/engineRequest.ts'
import type { SimulationLimits } from './engine/simulationLimits.ts'
import type { PreparedRun } from './prepareRun.ts'
import { readCallTree } from './readCallTree.ts'
import { readStateDiff } from './readStateDiff.ts'

/** `tree` false: `root` is the top call alone and its logs are unknown. */
export type TreeOutcome = { root: CallFrame; stateDiff: StateDiff; tree: boolean }

/**
 * One run traced twice side by side: call tree with logs, and state diff. A tree over the cap is cut off and asked for
 * again without its branches. A `small-tree` is asked for in one message with the diff, which saves a third of the time. struct logs are never asked for: they take gigabytes.
 */
export async function treeRun(
  child: AnvilChild,
  run: PreparedRun,
  limits: SimulationLimits,
  wanted: 'tree' | 'top-call' | 'small-tree',
): Promise<TreeOutcome> {
  const { wallClockMs } = limits
  const overrides = {
    stateOverrides: rpcStateOverrides(run.stateOverrides),
    blockOverrides: traceBlockOverrides(run.next),
  }
  const request = (tracer: string, tracerConfig: object): RpcRequest => ({
    method: 'debug_traceCall',
    params: [run.transaction, 'latest', { tracer, tracerConfig, ...overrides }],
  })
  const trace = (tracer: string, tracerConfig: object, maxBytes: number) => {
    const { method, params } = request(tracer, tracerConfig)
    return engineCall(child, method, params, { wallClockMs, maxBytes })
  }
  if (wanted === 'small-tree') {
    const both = [request('callTracer', { withLog: true }), request('prestateTracer', { diffMode: true })]
    const bounds = { wallClockMs, maxBytes: limits.maxTreeBytes }
    const answers = await engineBatch(child, both, bounds).catch((error: unknown) => {
      if (error instanceof AnswerTooLarge) return null
      throw error
    })
    const [root, diff] = answers?.map(resultOf) ?? []
    if (answers !== null) return { root: readCallTree(root), stateDiff: readStateDiff(diff), tree: true }
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
    wanted === 'top-call' ? topCall() : whole(),
    trace('prestateTracer', { diffMode: true }, limits.maxFlatBytes),
  ])
  return { ...calls, stateDiff: readStateDiff(diff) }
}

function resultOf(answer: RpcAnswer): unknown {
  if ('error' in answer) throw answer.error
  return answer.result
}
