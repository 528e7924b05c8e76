import type { RiskLevel } from './riskLevel.ts'

/** Recommended act, in the words of each subject's endpoint. */
export type Recommendations = {
  url: 'PROCEED' | 'CAUTION' | 'AVOID' | 'BLOCK'
  contract: 'SAFE' | 'CAUTION' | 'AVOID' | 'BLOCK'
  transaction: 'PROCEED' | 'REVIEW' | 'CAUTION' | 'BLOCK'
}

const RECOMMENDATIONS: { readonly [Subject in keyof Recommendations]: Record<RiskLevel, Recommendations[Subject]> } = {
  url: { safe: 'PROCEED', low: 'PROCEED', medium: 'CAUTION', high: 'AVOID', critical: 'BLOCK' },
  contract: { safe: 'SAFE', low: 'SAFE', medium: 'CAUTION', high: 'AVOID', critical: 'BLOCK' },
  transaction: { safe: 'PROCEED', low: 'PROCEED', medium: 'REVIEW', high: 'CAUTION', critical: 'BLOCK' },
}

/** The recommendation that follows from a level; it never depends on anything else. */
export function recommend<Subject extends keyof Recommendations>(
  subject: Subject,
  level: RiskLevel,
): Recommendations[Subject] {
  return RECOMMENDATIONS[subject][level]
}
