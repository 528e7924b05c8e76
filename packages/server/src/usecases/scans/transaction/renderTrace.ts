import type { CallFrame } from '@redoubt/risk/execution.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { getAddress } from 'viem/utils'
import { functionLabel, labelOf, type NamesKnown } from '../renderParameters.ts'

/** One call of the execution. Amounts are decimal: wei, gas. */
type RenderedFrame = {
  /** 0: the transaction itself. Its calls follow it, each one deeper. */
  depth: number
  type: CallFrame['type']
  from: string
  /** Null: a creation that failed. */
  to: string | null
  label: string | null
  functionName: string
  signature: string | null
  parameters: { name: string; type: string; value: string }[]
  value: string
  gasUsed: string
  success: boolean
  /** Why it failed; null otherwise. */
  error: string | null
}

/** `trace` of a transaction scan: every call that was executed, depth first, as a debugger lists them. */
export type RenderedTrace = { calls: RenderedFrame[]; leftOut: number }

/** More than a person reads; the largest trades of aggregators make about as many. */
const MAX_FRAMES = 400
/** Characters of one argument. */
const MAX_VALUE = 200
const MAX_PARAMETERS = 16

/**
 * Lists the call tree of an execution, at most 400 calls; `leftOut` counts the rest.
 * @param decode reads a call by what is known without the network.
 */
export function renderTrace(
  root: CallFrame,
  names: NamesKnown,
  decode: (call: Pick<Transaction, 'from' | 'to' | 'value' | 'data'>) => DecodedCall,
): RenderedTrace {
  const calls: RenderedFrame[] = []
  let leftOut = 0
  const walk = (frame: CallFrame, depth: number): void => {
    if (calls.length >= MAX_FRAMES) leftOut++
    else calls.push({ depth, ...renderFrame(frame, names, decode) })
    for (const call of frame.calls) walk(call, depth + 1)
  }
  walk(root, 0)
  return { calls, leftOut }
}

function renderFrame(
  { type, from, to, value, gasUsed, input, error, revertReason }: CallFrame,
  names: NamesKnown,
  decode: Parameters<typeof renderTrace>[2],
): Omit<RenderedFrame, 'depth'> {
  const creates = type === 'CREATE' || type === 'CREATE2'
  const call = decode({ from, to: creates ? null : to, value, data: input })
  return {
    type,
    from: getAddress(from),
    to: to && getAddress(to),
    label: to && labelOf(to, names),
    functionName: type === 'SELFDESTRUCT' ? 'Self-destruct' : functionLabel(call, input),
    signature: call.signature,
    parameters: call.parameters.slice(0, MAX_PARAMETERS).map((parameter) => ({
      ...parameter,
      value: shorten(parameter.value),
    })),
    value: String(value),
    gasUsed: String(gasUsed),
    success: error === null,
    error: revertReason ?? error,
  }
}

function shorten(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}…`
}
