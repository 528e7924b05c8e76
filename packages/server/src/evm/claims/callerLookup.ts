import type { Address } from '@redoubt/risk/address.ts'
import { gatherCallers } from '../privileges/holders/gatherCallers.ts'

/** Looks up the accounts that may call privileged functions of a contract. */
export type CallerLookup = typeof gatherCallers

/** Returns the look-up of one question: searches of the same contract, also at the same time, share what the first one asked. */
export function createCallerLookup(): CallerLookup {
  const found = new Map<Address, ReturnType<CallerLookup>>()
  return (sources, request, budget, signal) => {
    const callers = found.get(request.address) ?? gatherCallers(sources, request, budget, signal)
    found.set(request.address, callers)
    return callers
  }
}
