import { createGuardedFetch, type GuardedFetch } from './guardedFetch.ts'
import { createOperatorFetch, type OperatorFetch } from './operatorFetch.ts'

/** Every outbound request of the process. */
export type Egress = {
  /** For addresses that strangers steer: sites to scan, webhook receivers. */
  guarded: GuardedFetch
  /** For hosts that the operator configured: feeds, explorers. */
  operator: OperatorFetch
  close(): Promise<void>
}

/**
 * `allow`: entries of EGRESS_ALLOW, `host:port`, private though they may be.
 * @example createEgress({ allow: ['hooks.office.example:8443'] })
 */
export function createEgress({ allow }: { allow: readonly string[] }): Egress {
  const guarded = createGuardedFetch({ allow })
  const operator = createOperatorFetch({ allow })
  return {
    guarded,
    operator,
    close: async () => void (await Promise.all([guarded.close(), operator.close()])),
  }
}
