import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'

const MAX = 24
/** A topic that can be an address: twelve zero bytes, and not a small number. */
const ADDRESS_TOPIC = /^0x0{24}(?!0{24})[0-9a-f]{40}$/

/** Accounts that the call tree runs, pays or names in logs, in that order and at most 24: what is worth reading ahead. */
export function touchedAccounts({ trace }: Pick<Simulation, 'trace'>): Address[] {
  const found = new Set<Address>()
  const visit = (frame: CallFrame) => {
    if (frame.error !== null || found.size >= MAX) return
    if (frame.to !== null) found.add(frame.to)
    for (const call of frame.calls) visit(call)
  }
  const visitLogs = (frame: CallFrame) => {
    if (frame.error !== null || found.size >= MAX) return
    for (const { topics } of frame.logs)
      for (const topic of topics.slice(1)) if (ADDRESS_TOPIC.test(topic)) found.add(`0x${topic.slice(26)}`)
    for (const call of frame.calls) visitLogs(call)
  }
  if (trace !== null) {
    visit(trace)
    visitLogs(trace)
  }
  return [...found].slice(0, MAX)
}
