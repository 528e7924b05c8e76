import type { Address } from '../address.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'

/** The call and every nested one, depth first: the order in which they run. */
export function deriveDecodedSteps(call: DecodedCall): DecodedCall[] {
  return [call, ...call.calls.flatMap(deriveDecodedSteps)]
}

/** Selectors and names of one call, and of those that it makes to its own callee (a multicall). */
type CallMade = { step: DecodedCall; names: (string | null)[] }

/**
 * Calls that the accounts at stake make themselves: the transaction's, and those that it has them make (a bundle, a Safe's). What a
 * relay or a router calls is its own call. Code that a Safe runs as its own is left to the rule about that.
 */
export function deriveCallsMade(call: DecodedCall, from: Address, principals: readonly Address[]): CallMade[] {
  const visit = (step: DecodedCall, caller: Address): CallMade[] => {
    const own = principals.includes(caller) && step.to !== caller && step.operation !== 1
    // A bundle has no callee of its own; a creation has no calls.
    const made = own && (step.to !== null || step.calls.length === 0) ? [{ step, names: namesOf(step) }] : []
    const others = step.calls.filter(({ to }) => to === null || to !== step.to)
    return [...made, ...others.flatMap((inner) => visit(inner, callerWithin(step, caller)))]
  }
  return visit(call, from)
}

/** A bundle has no callee of its own; a batch that a Safe runs as its own code keeps the caller. */
function callerWithin(step: DecodedCall, caller: Address): Address {
  return step.to === null || step.functionName === 'multiSend' ? caller : step.to
}

function namesOf(step: DecodedCall): (string | null)[] {
  return [step.functionName, ...step.calls.filter(({ to }) => to === step.to).flatMap(namesOf)]
}
