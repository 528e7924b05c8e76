import type { Account, Label } from '../facts/account.ts'

/** How bad a finding is when it is true. */
export type Severity = 'info' | 'low' | 'medium' | 'high' | 'critical'

/** Facts a person can check: calls, slots, amounts, blocks, lists. JSON values only; amounts as decimal strings. */
export type Evidence = Record<string, string | number | boolean | null | readonly string[]>

/**
 * What `detect` returns for each thing it found. `severity` overrides the detector's own. `credit`: points it takes off
 * the score (a positive integer, severity info); a credit never cancels a floor. `soft` overrides the detector's own: one
 * rule may know strong and weak signs. `sure`: a credit that nothing missing from a fact known in part could take back. `atLeast`: the
 * score is that many points or more, and the hit adds nothing to other findings: it repeats the judgement of something else. `title`: says
 * what was found where the detector's own would say more than that. `shared`: what it takes is several keys, or a day's notice; such mediums,
 * however many, make no high level.
 */
export type Hit = {
  description: string
  evidence: Evidence
  severity?: Severity
  credit?: number
  soft?: boolean
  sure?: true
  atLeast?: number
  title?: string
  shared?: true
}

/** A rendered finding, as the API answers it in `warnings`, `factors` and `riskFactors`. */
export type Finding = {
  id: string
  severity: Severity
  title: string
  description: string
  /** Share of the score: the impacts of all findings of an answer sum to it; negative lowers risk. */
  impact: number
  evidence: Evidence
}

/**
 * Returns the severity of dealing with a flagged account: `critical` when it is sanctioned or a trusted source accuses it, `high`
 * when only labels that any user may submit do.
 */
export function flagSeverity({ sanctioned, labels }: Pick<Account, 'sanctioned' | 'labels'>): 'critical' | 'high' {
  const trusted = labels.some((label) => isAccusing(label) && label.confidence !== 'low')
  return sanctioned === true || trusted ? 'critical' : 'high'
}

/** Whether a label alone makes its account one to keep away from; being a mixer does not. */
export function isAccusing({ category }: Pick<Label, 'category'>): boolean {
  return category === 'scammer' || category === 'hacker'
}
