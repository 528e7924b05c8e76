import type { PrivilegedAct } from '../facts/claim.ts'
import { shortAddress } from './accountNames.ts'
import { describePeriod } from './periods.ts'

/** How a power of another account was found: by executing the call itself, or the contract's code without what only that account has. */
export function proofOf({ lifted }: { lifted?: true }): string {
  return lifted === true ? 'The code was executed with its guards lifted.' : 'Confirmed in simulation.'
}

/** Returns an account and its privileged call in words: `0x12…34 (owner()) can take it by sweep() after a day`. */
export function describeAct({ caller, by, signature, selector, after, anyone }: PrivilegedAct, verb: string): string {
  const when = after === 0 ? '' : ` after ${describePeriod(after)}`
  const who = anyone === true ? 'any account' : `${shortAddress(caller)} (${by})`
  return `${who} can ${verb} by ${signature ?? selector}${when}`
}
