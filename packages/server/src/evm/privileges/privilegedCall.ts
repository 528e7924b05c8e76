import type { Address } from '@redoubt/risk/address.ts'
import type { Capability, PrivilegedCall } from '@redoubt/risk/facts/privileges.ts'
import type { Budget } from '../trade/tradeContext.ts'
import type { AcceptedCall } from './calls/tried.ts'

/** The call in a form that a person can repeat, with the one before it that it needs. */
export function privilegedCall(
  context: { address: Address },
  { target, made, caller, way, first }: AcceptedCall,
): PrivilegedCall {
  const { address } = context
  return {
    caller: caller.address,
    callerRole: caller.role,
    ...(target.address === address ? {} : { to: target.address }),
    selector: made.selector,
    signature: made.signature,
    args: way.value === 0n ? way.args : [...way.args, `msg.value = ${way.value}`],
    ...(first && { first: privilegedCall(context, first) }),
  }
}

/** Calls one after another: one that is among them is not said again as the one before another. */
export function privilegedCalls(context: { address: Address }, calls: readonly AcceptedCall[]): PrivilegedCall[] {
  return calls.map((one) => {
    const { first, ...call } = privilegedCall(context, one)
    return first === undefined || one.first === undefined || calls.includes(one.first) ? call : { ...call, first }
  })
}

/**
 * The first of each kind, function and caller: later ones say the same with other arguments. What an upgrade does besides is
 * what the next code does, and what did not work is not worth a word beside what did.
 */
export function firstOfEach(capabilities: readonly Capability[]): Capability[] {
  const key = ({ kind, call }: Capability) => `${kind} ${call.to} ${call.selector} ${call.caller}`
  // A call that needs no other before it says more.
  const rank = ({ state, call }: Capability) => Number(state === 'effective') * 2 + Number(call.first === undefined)
  const ranked = capabilities.toSorted((a, b) => rank(b) - rank(a))
  const unique = [...new Map(ranked.toReversed().map((one) => [key(one), one])).values()].toReversed()
  const shown = new Set(
    unique.flatMap(({ kind, state, call }) => (state === 'effective' ? [`${kind} ${call.caller}`] : [])),
  )
  const replaces = (kind: Capability['kind']) => kind === 'upgrade' || kind === 'settable-delegate'
  const other = new Set(unique.flatMap(({ kind, call }) => (replaces(kind) ? [`${call.selector} ${call.caller}`] : [])))
  const anyone = new Set(
    unique.flatMap(({ kind, call }) => (call.callerRole === 'stranger' ? [`${kind} ${call.selector}`] : [])),
  )
  return unique.filter(({ kind, state, call }) => {
    if (!replaces(kind) && other.has(`${call.selector} ${call.caller}`)) return false
    if (call.callerRole !== 'stranger' && anyone.has(`${kind} ${call.selector}`)) return false
    return state === 'effective' || !shown.has(`${kind} ${call.caller}`)
  })
}

/** Returns the first so many items. The rest is noted as cut: an untried item is not known to be harmless. */
export function limitWithinBudget<Item>(
  { budget }: { budget: Pick<Budget, 'note'> },
  all: readonly Item[],
  { max, what }: { max: number; what: string },
): readonly Item[] {
  if (all.length <= max) return all
  budget.note(what)
  return all.slice(0, max)
}
