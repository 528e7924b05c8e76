import type { Severity } from '../engine/finding.ts'
import type { ClaimSwitch } from '../facts/claim.ts'
import { describePeriod } from './periods.ts'

/** Seconds up to which a later power counts as one that works now: until then the depositor may not have left. */
const MONTH = 31 * 86_400
/** The same for code that will run by itself: no user is told of it. */
const YEAR = 366 * 86_400

/** Returns the calls of a privilege over a withdrawal, and when they work: `setMigrator(address) and then migrate(), a day from now`. */
export function describeSwitch({
  signature,
  selector,
  callback,
  followedBy,
  times,
  rising,
  after,
  ofLaterCode,
}: ClaimSwitch): string {
  const inside = callback === undefined ? '' : ` with ${callback} in its callback`
  const often = times === undefined ? '' : `, called ${times} times${rising ? ' with a larger number each time' : ''}`
  const first = `${signature ?? selector}${inside}${often}`
  const calls = followedBy === undefined ? first : `${first} and then ${followedBy}`
  if (after === undefined) return calls
  const when = ofLaterCode ? 'when other code runs in its place by itself' : 'and not before'
  return `${calls}, ${describePeriod(after)} from now${ofLaterCode ? ',' : ''} ${when}`
}

/**
 * Severity of a privilege over a withdrawal: lower for several keys, a trial sum and an investment; low for a date more than a month away,
 * as that of an escrow. More than a year, where other code runs from then on.
 */
export function severityOfSwitch(
  { isKey, after = 0, ofLaterCode, comesBack = false }: ClaimSwitch,
  isTrial: boolean,
): Severity {
  if (!isKey || after > (ofLaterCode ? YEAR : MONTH)) return 'low'
  return isTrial || comesBack ? 'medium' : 'high'
}

/** Orders privileges over a withdrawal: keys first, which act alone, then what never comes back, then what was executed without lifting a guard, then what works soonest; what executes an order or exchanges assets comes last. */
export function bySoonest(a: ClaimSwitch, b: ClaimSwitch): number {
  const rank = ({ isKey, comesBack = false, lifted, executes, exchanges }: ClaimSwitch) =>
    Number(executes !== undefined || exchanges === true) * 8 +
    Number(!isKey) * 4 +
    Number(comesBack) * 2 +
    Number(lifted === true)
  return rank(a) - rank(b) || (a.after ?? 0) - (b.after ?? 0)
}
