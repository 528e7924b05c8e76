import { insufficientData } from '../insufficientData.ts'
import { levelOf, type Score } from '../score.ts'

/** Where `safe` ends. */
const NEVER_SAFE = 20

/**
 * A score that was made without any list of bad sites. What most verdicts of bad rest on was not looked at: it is never `safe`, and
 * the finding that says so is as low as the score.
 */
export function withoutLists(score: Score): Score {
  if (score.riskScore >= NEVER_SAFE) return score
  const why = {
    ...insufficientData(['trust'], NEVER_SAFE),
    severity: 'low' as const,
    title: 'No list of bad sites is loaded',
  }
  return { ...score, riskScore: NEVER_SAFE, riskLevel: levelOf(NEVER_SAFE), findings: [why, ...score.findings] }
}
