import { isAttack, type VerdictCase } from './verdictCase.ts'

/** What the bench reads of an answer. */
export type Answer = { recommendation: string; riskScore: number; unknown: readonly string[] }

export type AttackOutcome = 'caught' | 'review' | 'missed'
export type HonestOutcome = 'quiet' | 'reviewed' | 'alarmed'

/** A contract scan has other recommendations: its score decides, at the limits that transactions have. */
const MIN_REVIEW = 40
const MIN_CAUTION = 60

/**
 * Judges one answer. An attack is caught by CAUTION or BLOCK, by a contract scan of 40 or more, and by REVIEW where the case accepts
 * that; an honest case is alarmed by CAUTION or BLOCK, and by a contract scan of 60 or more.
 */
export function judgeAnswer(
  one: Pick<VerdictCase, 'id' | 'scan' | 'reviewAccepted'>,
  { recommendation, riskScore, unknown }: Answer,
): AttackOutcome | HonestOutcome {
  const byScore = one.scan === 'contract'
  const isAlarm = byScore ? riskScore >= MIN_CAUTION : ['CAUTION', 'BLOCK'].includes(recommendation)
  const isReview = byScore ? riskScore >= MIN_REVIEW : recommendation === 'REVIEW'
  if (!isAttack(one)) return isAlarm ? 'alarmed' : isReview ? 'reviewed' : 'quiet'
  if (isAlarm || (byScore && isReview)) return 'caught'
  if (!isReview) return 'missed'
  const isRight = one.reviewAccepted === 'always' || (one.reviewAccepted !== undefined && unknown.length > 0)
  return isRight ? 'caught' : 'review'
}
