import { listWords } from '../wording/listWords.ts'
import type { Finding } from './finding.ts'
import { compareFindings, levelOf, type Score } from './score.ts'

export const IGNORED_MEMBERS_ID = 'unknown-request-members'

/** Where `medium` begins. */
const NEVER_BELOW = 40

/**
 * Raises the score of a request with ignored unknown members to medium at least, and adds a finding that names them: a misspelt
 * member may be the decisive one.
 * @param names paths of the ignored members, cleaned; without any the score stays as it is.
 */
export function raiseForIgnoredMembers<Judged extends Pick<Score, 'riskScore' | 'riskLevel' | 'findings'>>(
  judged: Judged,
  names: readonly string[],
): Judged {
  if (names.length === 0) return judged
  const riskScore = Math.max(judged.riskScore, NEVER_BELOW)
  return {
    ...judged,
    riskScore,
    riskLevel: levelOf(riskScore),
    findings: [...judged.findings, ignoredMembers(names, riskScore - judged.riskScore)].sort(compareFindings),
  }
}

function ignoredMembers(names: readonly string[], impact: number): Finding {
  return {
    id: IGNORED_MEMBERS_ID,
    severity: 'medium',
    title: 'Unknown request members ignored',
    description: `The request has members that this service does not know, and asked to ignore them: ${listWords(names)}. What was judged may not be what is signed or visited.`,
    impact,
    evidence: { members: names },
  }
}
