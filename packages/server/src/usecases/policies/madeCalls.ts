import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'

/** A call that an account makes. A creation has no `to`. */
export type MadeCall = { frame: Omit<CallFrame, 'to'> & { to: Address | null }; delegatecall: boolean }

type Waiting = { frame: CallFrame; entry: Hex | null; isStatic: boolean }

/**
 * The calls of every account of a call tree, failed ones included, wherever they are made. A static call changes nothing, and an account
 * that passes the call that it got on to its own code, or to a handler that changes nothing, makes none.
 */
export function madeCalls({ trace, stateDiff }: Pick<Simulation, 'trace' | 'stateDiff'>): Map<Address, MadeCall[]> {
  const isWritten = (account: Address) => Object.keys(stateDiff[account]?.storage ?? {}).length > 0
  const calls = new Map<Address, MadeCall[]>()
  const waiting: Waiting[] = trace === null ? [] : [{ frame: trace, entry: null, isStatic: false }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { frame, entry } = next
    const isStatic = next.isStatic || frame.type === 'STATICCALL'
    waiting.push(...frame.calls.toReversed().map((one) => ({ frame: one, entry: frame.input, isStatic })))
    const delegatecall = frame.type === 'DELEGATECALL' || frame.type === 'CALLCODE'
    if (isStatic || (entry !== null && passesOn(frame, { entry, delegatecall, isWritten }))) continue
    const creates = frame.type === 'CREATE' || frame.type === 'CREATE2'
    const made = calls.get(frame.from) ?? []
    made.push({ frame: { ...frame, to: creates ? null : frame.to }, delegatecall })
    calls.set(frame.from, made)
  }
  return calls
}

type Passing = { entry: Hex; delegatecall: boolean; isWritten: (account: Address) => boolean }

/** A fallback appends the caller to the data that it passes on. */
function passesOn(frame: CallFrame, { entry, delegatecall, isWritten }: Passing): boolean {
  if (delegatecall) return frame.input === entry
  return entry !== '0x' && frame.input.startsWith(entry) && isIdle(frame, isWritten)
}

/** Whether a call pays, logs and writes nothing, and makes no call that does. */
function isIdle({ type, to, value, logs, calls }: CallFrame, isWritten: Passing['isWritten']): boolean {
  if (type === 'STATICCALL') return true
  const isStill = type === 'CALL' && to !== null && !isWritten(to) && value === 0n && logs.length === 0
  return isStill && calls.every((one) => isIdle(one, isWritten))
}
