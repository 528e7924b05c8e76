import type { Address } from '../address.ts'
import type { PrivilegedAct } from '../facts/claim.ts'
import { shortAddress } from './accountNames.ts'
import { describePeriod } from './periods.ts'

/** How a power of another account was found: by executing the call itself, or the contract's code without what only that account has. */
export function proofOf({ lifted }: { lifted?: true }): string {
  return lifted === true ? 'The code was executed with its guards lifted.' : 'Confirmed in simulation.'
}

/** Returns an account and its privileged calls in words: `0x12…34 (owner()) can take it by setQuorum(uint256) and then release() after a day`. */
export function describeAct(
  { caller, by, signature, selector, after, anyone, followedBy }: PrivilegedAct & { followedBy?: string },
  verb: string,
): string {
  const when = after === 0 ? '' : ` after ${describePeriod(after)}`
  const who = anyone === true ? 'any account' : `${shortAddress(caller)} (${by})`
  const then = followedBy === undefined ? '' : ` and then ${followedBy}`
  return `${who} can ${verb} by ${signature ?? selector}${then}${when}`
}

type Move = { caller: Address; receiver: Address; anyone?: true }

/** What an account does with assets that a call of its own moves: whether they come to itself or go to another account. */
export function describeSeizure(what: string, { caller, receiver, anyone }: Move): string {
  return receiver === caller || anyone === true ? `take ${what}` : `send ${what} to ${shortAddress(receiver)}`
}
