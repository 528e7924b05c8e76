import type { Facts } from '../facts.ts'
import type { Hit } from '../finding.ts'
import type { Outcome } from '../runDetectors.ts'
import { unseen } from './unseen.ts'

const NAME = 'lexical-suspicion'

/**
 * Lowers what the lexical model says of a name where the page was read whole and no rule found anything else: the model knows nothing of
 * the page, and names of new honest projects are where it errs. Alone it then asks for care, and accuses nobody.
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

/** As visitors see it, and as robots do. */
function isReadWhole({ visit, page, cloaking }: Partial<Facts>): boolean {
  const isSeen = visit !== undefined && !visit.truncated && unseen(visit, page ?? null) === null
  return isSeen && (cloaking ?? null) !== null && (page?.unread.length ?? 1) === 0
}

function harms({ detector }: Outcome, { severity, credit = 0 }: Hit): boolean {
  return credit === 0 && (severity ?? detector.severity) !== 'info'
}
