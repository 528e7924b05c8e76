import type { Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Log } from '@redoubt/risk/execution.ts'
import { cleanText } from '../../lib/cleanText.ts'
import { decodeRevert } from '../decode/decodeRevert.ts'
import {
  MalformedAnswer,
  readAddress,
  readArray,
  readData,
  readHash,
  readObject,
  readQuantity,
} from '../rpc/rpcValues.ts'

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
  const error = typeof frame.error === 'string' ? cleanText(frame.error) : null
  const output = frame.output == null ? null : readData(frame.output)
  const failed = dropped || error !== null
  const logs = failed || frame.logs == null ? [] : readArray(frame.logs, 'logs').map(readTracedLog)
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

function readTracedLog(value: unknown): Log {
  const log = readObject(value, 'log')
  return {
    address: readAddress(log.address),
    topics: readArray(log.topics, 'topics').map((topic) => readHash(topic)),
    data: log.data == null ? '0x' : readData(log.data),
    ...(log.index == null ? {} : { index: Number(readQuantity(log.index)) }),
  }
}
