import type { Facts } from '../facts.ts'
import type { Hit } from '../finding.ts'
import type { Outcome } from '../runDetectors.ts'
import { unseen } from './unseen.ts'

const NAME = 'lexical-suspicion'

/**
 * Lowers the lexical model's verdict on a name where the page was read whole and no other rule found anything: the model does not
 * know the page, and errs on names of new honest projects. Alone it advises care and accuses no site.
 */
export function nameAlone(outcomes: readonly Outcome[], facts: Partial<Facts>): Outcome[] {
  const others = outcomes.filter(({ detector }) => detector.id !== NAME)
  const isQuiet = others.every(
    (outcome) => outcome.status !== 'found' || outcome.hits.every((hit) => !harms(outcome, hit)),
  )
  if (!isQuiet || !isReadWhole(facts)) return [...outcomes]
  return outcomes.map((outcome) =>
    outcome.detector.id === NAME && outcome.status === 'found'
      ? { ...outcome, hits: outcome.hits.map((hit) => ({ ...hit, severity: 'medium' as const, soft: true })) }
      : outcome,
  )
}

/** Whether the page was read whole, as visitors and as robots see it. */
function isReadWhole({ visit, page, cloaking }: Partial<Facts>): boolean {
  const isSeen = visit !== undefined && !visit.truncated && unseen(visit, page ?? null) === null
  return isSeen && (cloaking ?? null) !== null && (page?.unread.length ?? 1) === 0
}

function harms({ detector }: Outcome, { severity, credit = 0 }: Hit): boolean {
  return credit === 0 && (severity ?? detector.severity) !== 'info'
}
