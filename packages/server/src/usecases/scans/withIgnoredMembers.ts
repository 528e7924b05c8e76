import type { Finding } from '@redoubt/risk/finding.ts'
import { IGNORED_MEMBERS_ID, raiseForIgnoredMembers } from '@redoubt/risk/ignoredMembers.ts'
import { type Recommendations, recommend } from '@redoubt/risk/recommendation.ts'
import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'

type Answered = { riskScore: number; riskLevel: RiskLevel }
type Explained = { explanation?: { warnings: string[] } | null }

/**
 * The answer of a scan whose request had members that were ignored: `raiseForIgnoredMembers`, and the recommendation of its level. What
 * was kept of the scan stays as it is, so that no other request is answered with it.
 */
export function withIgnoredMembers<
  Subject extends keyof Recommendations,
  Result extends Answered & Explained & { warnings: Finding[]; recommendation: Recommendations[Subject] },
>(subject: Subject, result: Result, ignored: readonly string[]): Result {
  if (ignored.length === 0) return result
  const raised = withIgnoredWarnings(result, ignored)
  const { explanation } = result
  const own = raised.warnings.find(({ id }) => id === IGNORED_MEMBERS_ID)
  return {
    ...raised,
    recommendation: recommend(subject, raised.riskLevel),
    ...(explanation &&
      own && {
        explanation: { ...explanation, warnings: [...explanation.warnings, `${own.title}: ${own.description}`] },
      }),
  }
}

/** The same of an answer without a recommendation. */
export function withIgnoredWarnings<Result extends Answered & { warnings: Finding[] }>(
  result: Result,
  ignored: readonly string[],
): Result {
  const { riskScore, riskLevel, warnings: findings } = result
  const raised = raiseForIgnoredMembers({ riskScore, riskLevel, findings }, ignored)
  return { ...result, riskScore: raised.riskScore, riskLevel: raised.riskLevel, warnings: raised.findings }
}

/** The same of an answer without findings: what was ignored stands in `meta.ignored`. */
export function withIgnoredScore<Result extends Answered>(result: Result, ignored: readonly string[]): Result {
  const { riskScore, riskLevel } = result
  const raised = raiseForIgnoredMembers({ riskScore, riskLevel, findings: [] }, ignored)
  return { ...result, riskScore: raised.riskScore, riskLevel: raised.riskLevel }
}

/** The same of a wallet, whose findings are called otherwise. */
export function withIgnoredFactors<Result extends Answered & { riskFactors: Finding[] }>(
  result: Result,
  ignored: readonly string[],
): Result {
  const { riskFactors: warnings, ...rest } = result
  const { warnings: riskFactors, ...raised } = withIgnoredWarnings({ ...rest, warnings }, ignored)
  return { ...result, ...raised, riskFactors }
}
