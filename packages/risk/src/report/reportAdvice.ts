import type { Finding } from '../finding.ts'
import { INSUFFICIENT_DATA } from '../insufficientData.ts'
import type { RiskLevel } from '../riskLevel.ts'
import { THIN_RECORD } from '../wallet/walletScore.ts'
import { detectorOf } from './detectorOf.ts'

const MAX = 10
const NOTHING_FOUND = 'We found no risk in the completed checks. Compare the address with the one you meant.'
const LITTLE_FOUND =
  'The findings alone are no reason to stay away: read them, and compare the address with the one you meant.'
const CONFIRM_OWNER = 'Confirm the address with its owner before you send anything.'
const LITTLE_KNOWN = 'Repeat the check later: some decisive facts are missing.'

/**
 * What to do, each piece of advice once, that of the weightiest finding first, at most ten.
 * @param findings greatest impact first. @param undecided facts that decide and could not be learned.
 */
export function reportAdvice(
  level: RiskLevel,
  findings: readonly Pick<Finding, 'id' | 'impact' | 'severity'>[],
  undecided: readonly string[],
): string[] {
  const harmful = findings.filter(({ impact }) => impact > 0)
  const advice = [...new Set(harmful.flatMap(adviceOf))]
  const isUnsure = undecided.length > 0 || harmful.some(({ id }) => id === INSUFFICIENT_DATA)
  const later = isUnsure ? [LITTLE_KNOWN] : []
  const own = level === 'safe' && advice.length === 0 ? [harmful.length > 0 ? LITTLE_FOUND : NOTHING_FOUND] : []
  return [...advice.slice(0, MAX - later.length), ...own, ...later]
}

/** A rule's advice is for the harm in its name. For a mere trace of that harm the advice would contradict the verdict. */
function adviceOf({ id, severity }: Pick<Finding, 'id' | 'severity'>): string[] {
  if (id === THIN_RECORD) return [CONFIRM_OWNER]
  const rule = detectorOf(id)
  if (rule === undefined || (severity === 'low' && rule.severity !== 'low' && rule.severity !== 'info')) return []
  return [rule.advice]
}
