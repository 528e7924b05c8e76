import type { Finding } from '../engine/finding.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'

const OPENING: Readonly<Record<RiskLevel, string>> = {
  critical: 'Critical risk',
  high: 'High risk',
  medium: 'Medium risk',
  low: 'Low risk',
  safe: 'No notable risk found',
}

/** Below this confidence the method itself calls nothing safe. */
const LITTLE = 0.5

/**
 * One sentence: how bad it is, the worst that was found, and how much there is besides.
 * @param findings greatest impact first. @param confidence 0-1.
 */
export function reportVerdict(
  level: RiskLevel,
  findings: readonly Pick<Finding, 'title' | 'impact' | 'severity'>[],
  confidence: number,
): string {
  const titles = [...new Set(findings.filter(isHarmful).map(({ title }) => title))]
  const [worst] = titles
  if (worst === undefined) {
    if (level === 'safe') return `${OPENING.safe}.`
    return confidence < LITTLE
      ? `${OPENING[level]}, based on few known facts.`
      : `${OPENING[level]}: no harmful finding, but a thin record.`
  }
  const others = titles.length - 1
  const besides = others === 0 ? '' : ` and ${others} other ${others === 1 ? 'finding' : 'findings'}`
  if (level === 'safe') return `${OPENING.safe}; worth knowing: ${worst}${besides}.`
  return `${OPENING[level]}: ${worst}${besides}.`
}

/** Whether it speaks against what was judged. */
export function isHarmful({ impact, severity }: Pick<Finding, 'impact' | 'severity'>): boolean {
  return impact > 0 && severity !== 'info'
}
