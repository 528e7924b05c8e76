import { OF_QUESTION } from '../detectors/ofQuestion.generated.ts'
import type { Finding } from '../finding.ts'
import { IGNORED_MEMBERS_ID } from '../ignoredMembers.ts'

/** Whether a score belongs to the entity, and no finding is about how the request was written. */
export function isOfEntity(findings: readonly Pick<Finding, 'id'>[]): boolean {
  return !findings.some(({ id }) => OF_QUESTION.has(id) || id === IGNORED_MEMBERS_ID)
}
