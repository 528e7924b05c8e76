import type { ContractJudgement } from '../facts/contractJudgement.ts'
import type { Hit, Severity } from '../finding.ts'

type Judged = Pick<ContractJudgement, 'riskLevel' | 'findings'>

/**
 * How risky it is at least to call the contract or to give it power: its own level. Null below medium, and for a medium that only says
 * that little is known of it.
 */
export function dangerOf({ riskLevel, findings }: Judged): Severity | null {
  if (riskLevel === 'safe' || riskLevel === 'low' || findings.length === 0) return null
  return riskLevel
}

const MAX_TITLES = 3

/** A hit about a dangerous contract: what uses it is at least as risky. `what` is the sentence before the verdict: "You call 0x59D7…e19c". */
export function dangerHit(
  judgement: ContractJudgement,
  severity: Severity,
  { what, evidence = {} }: { what: string; evidence?: Hit['evidence'] },
): Hit {
  const { address, riskScore, riskLevel, findings, complete, blockNumber, rulesetVersion } = judgement
  const titles = findings.slice(0, MAX_TITLES).map(({ title }) => title)
  return {
    severity,
    atLeast: riskScore,
    description: `${what}. The contract scan rates this contract ${riskLevel} (${riskScore} of 100) at block ${blockNumber}: ${titles.join('; ')}.`,
    evidence: {
      contract: address,
      contractScore: riskScore,
      contractLevel: riskLevel,
      contractFindings: findings.map(({ id }) => id),
      contractFindingTitles: findings.map(({ title }) => title),
      contractScanComplete: complete,
      block: String(blockNumber),
      rulesetVersion,
      ...evidence,
    },
  }
}
