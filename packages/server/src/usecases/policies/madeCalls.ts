import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/execution.ts'

/** A call that an account makes. A creation has no `to`. */
export type MadeCall = { frame: Omit<CallFrame, 'to'> & { to: Address | null }; delegatecall: boolean }

type Waiting = { frame: CallFrame; entry: Hex | null; isStatic: boolean }

/**
 * The calls of every account of a call tree, failed ones included, wherever they are made. A static call changes nothing, and an account
 * that passes the call that it got on to its own code, or to a handler that changes nothing, makes none.
 */
export function madeCalls(trace: CallFrame | null): Map<Address, MadeCall[]> {
  const calls = new Map<Address, MadeCall[]>()
  const waiting: Waiting[] = trace === null ? [] : [{ frame: trace, entry: null, isStatic: false }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { frame, entry } = next
    const isStatic = next.isStatic || frame.type === 'STATICCALL'
    waiting.push(...frame.calls.toReversed().map((one) => ({ frame: one, entry: frame.input, isStatic })))
    const delegatecall = frame.type === 'DELEGATECALL' || frame.type === 'CALLCODE'
    if (isStatic || (entry !== null && passesOn(frame, entry, delegatecall))) continue
    const creates = frame.type === 'CREATE' || frame.type === 'CREATE2'
    const made = calls.get(frame.from) ?? []
    made.push({ frame: { ...frame, to: creates ? null : frame.to }, delegatecall })
    calls.set(frame.from, made)
  }
  return calls
}

/** A fallback appends the caller to the data that it passes on. */
function passesOn(frame: CallFrame, entry: Hex, delegatecall: boolean): boolean {
  return delegatecall ? frame.input === entry : entry !== '0x' && frame.input.startsWith(entry) && isIdle(frame)
}

/** Whether a call pays and logs nothing, and makes no call that does. */
function isIdle({ type, value, logs, calls }: CallFrame): boolean {
  return type === 'STATICCALL' || (type === 'CALL' && value === 0n && logs.length === 0 && calls.every(isIdle))
}
