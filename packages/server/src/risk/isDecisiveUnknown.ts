import type { Severity } from './finding.ts'
import type { Outcome } from './runDetectors.ts'

/** What a rule can say that asks for a review. */
const ASKS_FOR_REVIEW: readonly Severity[] = ['medium', 'high', 'critical']

/**
 * Whether the rule decides the verdict and could not say: unknown, or failed. What the caller switched off himself is neither.
 * Of accounts everything is read from the same few sources: one that fails must not make them better than they were, so whatever
 * it could have said to ask for a review counts too. Sites and other networks fail by themselves.
 */
export function isDecisiveUnknown(outcome: Outcome): boolean {
  const { detector } = outcome
  if (outcome.status === 'failed') return detector.decisive === true
  if (outcome.status !== 'unknown' || outcome.switchedOff || outcome.decisive === false) return false
  if (detector.decisive) return true
  const isAccount = detector.appliesTo === 'wallet' || detector.appliesTo === 'contract'
  return outcome.outage === true && isAccount && !detector.soft && ASKS_FOR_REVIEW.includes(detector.severity)
}
