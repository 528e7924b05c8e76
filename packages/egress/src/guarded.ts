import type { Guard } from './guard.ts'
import { createGuardedFetch, type GuardedFetch } from './guardedFetch.ts'
import { createInspectTls, type InspectTls } from './inspectTls.ts'
import { createLookUp, type LookUp } from './lookUp.ts'
import { createWhois, type Whois } from './whois.ts'

/** Every question to addresses that strangers steer: only public addresses are connected to, and what EGRESS_ALLOW names. */
export type Guarded = GuardedFetch & {
  lookUp: LookUp
  inspectTls: InspectTls
  whois: Whois
}

export function createGuarded(guard: Guard): Guarded {
  const closing = new AbortController()
  const { fetch, close } = createGuardedFetch(guard)
  return {
    fetch,
    lookUp: createLookUp(guard, closing.signal),
    inspectTls: createInspectTls(guard, closing.signal),
    whois: createWhois(guard, closing.signal),
    close: async () => {
      closing.abort()
      await close()
    },
  }
}
