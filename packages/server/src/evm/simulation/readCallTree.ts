import type { Hex } from '@redoubt/risk/address.ts'
import { type CallFrame, COIN_LOGS, type Log, type StateDiff } from '@redoubt/risk/facts/execution.ts'
import { visibleText } from '../../lib/cleanText.ts'
import { decodeRevert } from '../decode/decodeRevert.ts'
import type { RpcAnswer, RpcRequest } from '../rpc/jsonRpc.ts'
import {
  MalformedAnswer,
  readAddress,
  readArray,
  readData,
  readHash,
  readObject,
  readQuantity,
} from '../rpc/rpcValues.ts'
import type { AnvilChild } from './engine/anvilChild.ts'
import {
  AnswerTooLarge,
  engineBatch,
  engineBounds,
  engineCall,
  rpcStateOverrides,
  traceBlockOverrides,
} from './engine/engineCall.ts'
import type { SimulationLimits } from './engine/simulationLimits.ts'
import type { PreparedRun } from './prepareRun.ts'
import { readStateDiff } from './readStateDiff.ts'

const TYPES: readonly string[] = ['CALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE', 'CREATE', 'CREATE2', 'SELFDESTRUCT']

/** Frames deeper than the EVM allows can only be a malformed answer. */
const MAX_DEPTH = 1_025

/**
 * The answer of geth's callTracer with `withLog`. Logs of a frame that failed, or whose caller failed, were never
 * emitted and are dropped.
 */
export function readCallTree(value: unknown): CallFrame {
  return readFrame(value, false, 0)
}

function readFrame(value: unknown, dropped: boolean, depth: number): CallFrame {
  if (depth > MAX_DEPTH) throw new MalformedAnswer('call depth', depth)
  const frame = readObject(value, 'call frame')
  const error = typeof frame.error === 'string' ? visibleText(frame.error) : null
  const output = frame.output == null ? null : readData(frame.output)
  const failed = dropped || error !== null
  const logs = failed || frame.logs == null ? [] : readArray(frame.logs, 'logs').map(readTracedLog).filter(isOfContract)
  const calls = frame.calls == null ? [] : readArray(frame.calls, 'calls')
  return {
    type: readType(frame.type),
    from: readAddress(frame.from),
    to: frame.to == null ? null : readAddress(frame.to),
    value: frame.value == null ? 0n : readQuantity(frame.value),
    gas: frame.gas == null ? 0n : readQuantity(frame.gas),
    gasUsed: frame.gasUsed == null ? 0n : readQuantity(frame.gasUsed),
    input: frame.input == null ? '0x' : readData(frame.input),
    output,
    error,
    revertReason: isRevert(error) ? revertReason(output) : null,
    logs,
    calls: calls.map((call) => readFrame(call, failed, depth + 1)),
  }
}

/** Reason of a REVERT, never empty. */
export function revertReason(output: Hex | null): string {
  return decodeRevert(output ?? '0x') ?? 'reverted without a reason'
}

/** Whether a frame's error is a REVERT, as opposed to running out of gas and other halts. */
export function isRevert(error: string | null): boolean {
  return error !== null && /revert/i.test(error)
}

function readType(value: unknown): CallFrame['type'] {
  if (typeof value !== 'string' || !TYPES.includes(value)) throw new MalformedAnswer('frame type', value)
  return value as CallFrame['type']
}

/** Transfers of coins are in the frames. */
function isOfContract({ address }: Log): boolean {
  return address !== COIN_LOGS
}

function readTracedLog(value: unknown): Log {
  const log = readObject(value, 'log')
  return {
    address: readAddress(log.address),
    topics: readArray(log.topics, 'topics').map((topic) => readHash(topic)),
    data: log.data == null ? '0x' : readData(log.data),
    ...(log.index == null ? {} : { index: Number(readQuantity(log.index)) }),
  }
}

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
  const request = traceRequests(run)
  const trace = (tracer: string, tracerConfig: object, maxBytes: number) => {
    const { method, params } = request(tracer, tracerConfig)
    return engineCall(child, method, params, engineBounds(limits, maxBytes))
  }
  if (wanted === 'small-tree') {
    const answers = await engineBatch(child, treeRequests(run), engineBounds(limits, limits.maxTreeBytes)).catch(
      (error: unknown) => {
        if (error instanceof AnswerTooLarge) return null
        throw error
      },
    )
    if (answers !== null) return readTree(answers)
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

/** Requests for a run's call tree with logs and its state diff. */
export function treeRequests(run: PreparedRun): RpcRequest[] {
  const request = traceRequests(run)
  return [request('callTracer', { withLog: true }), request('prestateTracer', { diffMode: true })]
}

/**
 * The answers to `treeRequests`.
 * @throws RpcError when the engine refused one of them
 */
export function readTree(answers: readonly RpcAnswer[]): TreeOutcome {
  const [root, diff] = answers.map(resultOf)
  return { root: readCallTree(root), stateDiff: readStateDiff(diff), tree: true }
}

function traceRequests(run: PreparedRun) {
  const overrides = {
    stateOverrides: rpcStateOverrides(run.stateOverrides),
    blockOverrides: traceBlockOverrides(run.next),
  }
  return (tracer: string, tracerConfig: object): RpcRequest => ({
    method: 'debug_traceCall',
    params: [run.transaction, 'latest', { tracer, tracerConfig, ...overrides }],
  })
}

function resultOf(answer: RpcAnswer): unknown {
  if ('error' in answer) throw answer.error
  return answer.result
}
