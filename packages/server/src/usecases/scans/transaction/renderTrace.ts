import type { Address } from '@redoubt/risk/address.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { getAddress } from 'viem/utils'
import {
  describeValue,
  functionLabel,
  labelOf,
  type NamesKnown,
  type RenderedParameter,
  renderParameters,
} from '../renderParameters.ts'

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
  parameters: RenderedParameter[]
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
/** Place of the amount in `transferFrom(from, to, amount)` of ERC-20. */
const TRANSFER_FROM_AMOUNT = 2

type Reading = {
  names: NamesKnown
  /** Tokens that the execution moves (ERC-20), by address: a symbol is the token's own word and is quoted. */
  moved: ReadonlyMap<Address, { symbol: string; decimals: number }>
  /** Reads a call by what is known without the network. */
  decode(call: Pick<Transaction, 'from' | 'to' | 'value' | 'data'>): DecodedCall
}

/** Lists the call tree of an execution, at most 400 calls; `leftOut` counts the rest. */
export function renderTrace(root: CallFrame, reading: Reading): RenderedTrace {
  const calls: RenderedFrame[] = []
  let leftOut = 0
  const walk = (frame: CallFrame, depth: number): void => {
    if (calls.length >= MAX_FRAMES) leftOut++
    else calls.push({ depth, ...renderFrame(frame, reading) })
    for (const call of frame.calls) walk(call, depth + 1)
  }
  walk(root, 0)
  return { calls, leftOut }
}

function renderFrame(
  { type, from, to, value, gasUsed, input, error, revertReason }: CallFrame,
  { names, moved, decode }: Reading,
): Omit<RenderedFrame, 'depth'> {
  const creates = type === 'CREATE' || type === 'CREATE2'
  const call = decode({ from, to: creates ? null : to, value, data: input })
  const token = (to && moved.get(to)) || null
  return {
    type,
    from: getAddress(from),
    to: to && getAddress(to),
    label: to && (labelOf(to, names) ?? token?.symbol ?? null),
    functionName: type === 'SELFDESTRUCT' ? 'Self-destruct' : functionLabel(call, input),
    signature: call.signature,
    parameters: renderParameters(call, names)
      .parameters.slice(0, MAX_PARAMETERS)
      .map((parameter, at) => {
        const isAmount = call.functionName === 'transferFrom' && at === TRANSFER_FROM_AMOUNT
        const display =
          isAmount && to !== null && token !== null ? amountOf(parameter.value, to, token, names) : parameter.display
        return { ...parameter, value: shorten(parameter.value), display: display && shorten(display) }
      }),
    value: String(value),
    gasUsed: String(gasUsed),
    success: error === null,
    error: revertReason ?? error,
  }
}

/** The same function of a collection carries the id of an item, so that only what moved as an amount is one. */
function amountOf(
  value: string,
  token: Address,
  listed: { symbol: string; decimals: number },
  names: NamesKnown,
): string {
  return describeValue({ as: 'amount', amount: BigInt(value), token, all: null, listed }, names)
}

function shorten(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}…`
}
