import type { Address } from '../address.ts'
import { judgedPulls } from '../contract/guardedPullHits.ts'
import type { SpenderProbe } from '../facts/probes.ts'

/** Returns the spenders whose code was executed in full and moves tokens with their owner's consent only. */
export function consentingIn(probes: readonly SpenderProbe[]): Address[] {
  return probes
    .filter(
      ({ pulls, guardedPulls, executedInFull }) =>
        executedInFull && pulls.length === 0 && judgedPulls(guardedPulls).length === 0,
    )
    .map(({ spender }) => spender)
}
