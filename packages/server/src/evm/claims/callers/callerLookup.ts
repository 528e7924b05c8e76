import { gatherCallers } from '../../privileges/holders/gatherCallers.ts'

/** Looks up the accounts that may call privileged functions of a contract. */
export type CallerLookup = typeof gatherCallers

/** Returns the look-up of one question: searches of the same contract, also at the same time, share what the first one asked. */
export function createCallerLookup(): CallerLookup {
  const found = new Map<string, ReturnType<CallerLookup>>()
  return (sources, request, budget, signal) => {
    const key = [request.address, ...(request.asked ?? [])].join()
    const callers = found.get(key) ?? gatherCallers(sources, request, budget, signal)
    found.set(key, callers)
    return callers
  }
}
