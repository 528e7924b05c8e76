import { OF_QUESTION } from '../detectors/ofQuestion.generated.ts'
import type { Account } from '../facts/account.ts'
import type { Severity } from './finding.ts'
import type { RiskLevel } from './riskLevel.ts'
import { type Outcome, SEVERITY_ORDER } from './runDetectors.ts'

/** The scans whose results together are the judgement of an address. */
export type JudgedParts = 'contract' | 'wallet' | 'both'

/**
 * Returns the scans that judge an account: code of its own by the contract scan, a key by the wallet scan, a delegated account
 * (EIP-7702) and a wallet made of code by both.
 */
export function judgedPartsOf({ class: kind, kind: made, labels }: Account): JudgedParts {
  if (kind === 'delegated-eoa') return 'both'
  if (kind !== 'contract') return 'wallet'
  const isWallet = made?.type === 'safe' || made?.type === 'smart-account'
  return isWallet || labels.some(({ category }) => category === 'multisig') ? 'both' : 'contract'
}

const SEVERITY_OF: Readonly<Record<RiskLevel, Severity>> = {
  safe: 'info',
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
}

/** Returns the severity of a finding that repeats a judgement. */
export function severityOfLevel(level: RiskLevel): Severity {
  return SEVERITY_OF[level]
}

/**
 * Splits the outcomes of a scan that does not decide the judgement. `deciding`: the rule that repeats the judgement, and rules about
 * how the question was written. The others are shown, and never as worse than the judgement.
 */
export function byJudgement(
  outcomes: readonly Outcome[],
  { rule, level }: { rule: string; level: RiskLevel },
): { shown: Outcome[]; deciding: Outcome[] } {
  const decides = ({ detector: { id } }: Outcome) => id === rule || OF_QUESTION.has(id)
  return {
    shown: outcomes.map((outcome) => (decides(outcome) ? outcome : within(outcome, SEVERITY_OF[level]))),
    deciding: outcomes.filter(decides),
  }
}

function within(outcome: Outcome, worst: Severity): Outcome {
  if (outcome.status !== 'found') return outcome
  const { severity: usual } = outcome.detector
  const most = SEVERITY_ORDER.indexOf(worst)
  const lowered = outcome.hits.map((hit) => {
    const severity = hit.severity ?? usual
    return SEVERITY_ORDER.indexOf(severity) < most ? { ...hit, severity: worst } : hit
  })
  return { ...outcome, hits: lowered }
}
