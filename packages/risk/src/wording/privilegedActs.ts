import type { PrivilegedAct } from '../facts/claim.ts'
import { shortAddress } from './accountNames.ts'
import { describePeriod } from './periods.ts'

/** Returns an account and its privileged call in words: `0x12…34 (owner()) can take it by sweep() after a day`. */
export function describeAct({ caller, by, signature, selector, after }: PrivilegedAct, verb: string): string {
  const when = after === 0 ? '' : ` after ${describePeriod(after)}`
  return `${shortAddress(caller)} (${by}) can ${verb} by ${signature ?? selector}${when}`
}
