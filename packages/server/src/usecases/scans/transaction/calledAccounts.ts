import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/execution.ts'

const MAX = 24

/** Accounts whose code or balance a call tree goes to, in order, each once and at most 24. */
export function calledAccounts({ trace }: Pick<Simulation, 'trace'>): Address[] {
  const found = new Set<Address>()
  const visit = (frame: CallFrame) => {
    if (found.size >= MAX) return
    if (frame.to !== null) found.add(frame.to)
    frame.calls.forEach(visit)
  }
  if (trace !== null) visit(trace)
  return [...found].slice(0, MAX)
}
