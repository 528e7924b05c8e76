import { createGuard, type Guard, type GuardOptions } from './guard.ts'
import { createGuarded, type Guarded } from './guarded.ts'
import { createOperatorFetch, type OperatorFetch } from './operatorFetch.ts'

/** Every outbound request of the process. */
export type Egress = {
  /** For addresses that strangers steer: sites to scan, webhook receivers. */
  guarded: Guarded
  /** For hosts that the operator configured: feeds, explorers. */
  operator: OperatorFetch
  /** What all of them share; for the proxy of the browser, which goes out by the same rules. */
  guard: Guard
  close(): Promise<void>
}

/** @example createEgress({ allow: ['hooks.office.example:8443'] }) */
export function createEgress(options: GuardOptions): Egress {
  const guard = createGuard(options)
  const guarded = createGuarded(guard)
  const operator = createOperatorFetch({}, guard)
  return {
    guarded,
    operator,
    guard,
    close: async () => void (await Promise.all([guarded.close(), operator.close()])),
  }
}
