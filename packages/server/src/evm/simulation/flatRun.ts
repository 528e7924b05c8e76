import type { Address, Hex } from '@redoubt/risk/address.ts'
import { type CallFrame, COIN_EVENTS, COIN_LOGS, type Log } from '@redoubt/risk/facts/execution.ts'
import { RpcError, type RpcRequest } from '../rpc/jsonRpc.ts'
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
  type EngineBounds,
  engineBatch,
  engineCall,
  rpcStateOverrides,
  simulateBlockOverrides,
  traceBlockOverrides,
} from './engine/engineCall.ts'
import type { PreparedRun } from './prepareRun.ts'
import { readCallTree } from './readCallTree.ts'

/** Outcome of a run without call tree. `logs` include one pseudo log of `NATIVE` per transfer of the native coin. */
export type FlatOutcome = { success: boolean; gasUsed: bigint; output: Hex; logs: Log[] }

/** Address under which eth_simulateV1 logs native transfers. */
export const NATIVE: Address = COIN_EVENTS

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * One run by eth_simulateV1: the cheap way to learn gas, status and logs, and the screen before a call tree is asked for.
 * @throws RpcError when the engine refuses the transaction, ChildLost, AnswerTooLarge
 */
export async function flatRun(child: AnvilChild, run: PreparedRun, bounds: EngineBounds): Promise<FlatOutcome> {
  const { method, params } = flatRequest(run)
  return readFlat(run, await engineCall(child, method, params, bounds))
}

/**
 * Flat runs side by side, in one message. A run that the engine refuses, or whose answer is a flood, comes back as the
 * error: it costs the others nothing.
 * @throws ChildLost
 */
export async function flatRuns(
  child: AnvilChild,
  runs: readonly PreparedRun[],
  bounds: EngineBounds,
): Promise<(FlatOutcome | RpcError | AnswerTooLarge)[]> {
  try {
    const answers = await engineBatch(child, runs.map(flatRequest), bounds)
    return runs.map((run, index) => {
      const answer = answers[index] ?? { error: new RpcError(-32_603, 'no answer', undefined) }
      return 'error' in answer ? answer.error : readFlat(run, answer.result)
    })
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error
  }
  const alone = (run: PreparedRun) =>
    flatRun(child, run, bounds).catch((error: unknown) => {
      if (error instanceof RpcError || error instanceof AnswerTooLarge) return error
      throw error
    })
  return Promise.all(runs.map(alone))
}

/** The request of a flat run. */
export function flatRequest(run: PreparedRun): RpcRequest {
  if (run.source.to === null) return creationRequest(run)
  const call = {
    blockOverrides: simulateBlockOverrides(run.next),
    stateOverrides: rpcStateOverrides(run.stateOverrides),
    calls: [run.transaction],
  }
  // Without validation the engine would run with a base fee of zero, which is what red pills look for.
  const payload = { blockStateCalls: [call], traceTransfers: true, validation: true }
  return { method: 'eth_simulateV1', params: [payload, 'latest'] }
}

/** The answer to `flatRequest`. */
export function readFlat(run: PreparedRun, result: unknown): FlatOutcome {
  if (run.source.to === null) return readCreation(result)
  const block = readObject(readArray(result, 'simulated blocks')[0], 'simulated block')
  return readFlatCall(readArray(block.calls, 'simulated calls')[0])
}

/** One call of eth_simulateV1's answer. */
export function readFlatCall(call: unknown): FlatOutcome {
  const outcome = readObject(call, 'simulated call')
  const status = readQuantity(outcome.status, 'status')
  if (status > 1n) throw new MalformedAnswer('status', outcome.status)
  return {
    success: status === 1n,
    gasUsed: readQuantity(outcome.gasUsed, 'gas used'),
    output: readData(outcome.returnData, 'return data'),
    // The engine's own pseudo logs of coins are asked for: EIP-7708 would tell each transfer twice.
    logs:
      status === 0n
        ? []
        : readArray(outcome.logs, 'logs')
            .map(readFlatLog)
            .filter(({ address }) => address !== COIN_LOGS),
  }
}

/** anvil's eth_simulateV1 refuses creations: a call tree is flattened to the same shape instead. */
function creationRequest(run: PreparedRun): RpcRequest {
  const overrides = {
    stateOverrides: rpcStateOverrides(run.stateOverrides),
    blockOverrides: traceBlockOverrides(run.next),
  }
  const config = { tracer: 'callTracer', tracerConfig: { withLog: true }, ...overrides }
  return { method: 'debug_traceCall', params: [run.transaction, 'latest', config] }
}

function readCreation(result: unknown): FlatOutcome {
  const root = readCallTree(result)
  const logs: Log[] = []
  flatten(root, logs)
  return { success: root.error === null, gasUsed: root.gasUsed, output: root.output ?? '0x', logs }
}

function flatten(frame: CallFrame, logs: Log[]): void {
  if (frame.error !== null) return
  if (frame.value > 0n && frame.to !== null && frame.type !== 'DELEGATECALL')
    logs.push({ address: NATIVE, topics: [TRANSFER, word(frame.from), word(frame.to)], data: word(frame.value) })
  logs.push(...frame.logs)
  for (const call of frame.calls) flatten(call, logs)
}

function word(value: Hex | bigint): Hex {
  return `0x${BigInt(value).toString(16).padStart(64, '0')}`
}

function readFlatLog(value: unknown): Log {
  const log = readObject(value, 'log')
  return {
    address: readAddress(log.address),
    topics: readArray(log.topics, 'topics').map((topic) => readHash(topic)),
    data: readData(log.data),
  }
}
