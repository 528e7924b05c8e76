import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'

const MAX_FACETS = 4
const MAX_FRAMES = 256

/** Contracts whose code an account ran in its own place: facets of a diamond (EIP-2535) that lists none. Libraries are among them. */
export function facetsIn(trace: CallFrame | null, account: Address): Address[] {
  const facets = new Set<Address>()
  let left = MAX_FRAMES
  const walk = ({ type, from, to, calls }: CallFrame): void => {
    if (left-- <= 0) return
    if (type === 'DELEGATECALL' && from === account && to !== null) facets.add(to)
    for (const call of calls) walk(call)
  }
  if (trace !== null) walk(trace)
  return [...facets].slice(0, MAX_FACETS)
}

/**
 * Contracts whose code an account ran in its own place for calls of functions that its own code does not have: parts that its fallback looks up
 * by the selector. Libraries are none of them.
 */
export function partsIn(trace: CallFrame | null, account: Address, own: ReadonlySet<string>): Address[] {
  const parts = new Set<Address>()
  let left = MAX_FRAMES
  const walk = ({ type, to, input, calls }: CallFrame): void => {
    if (left-- <= 0) return
    const selector = input.slice(0, 10)
    if (type === 'CALL' && to === account && selector.length === 10 && !own.has(selector))
      for (const call of calls)
        if (call.type === 'DELEGATECALL' && call.to !== null && call.input.startsWith(selector)) parts.add(call.to)
    for (const call of calls) walk(call)
  }
  if (trace !== null) walk(trace)
  return [...parts].slice(0, MAX_FACETS)
}
