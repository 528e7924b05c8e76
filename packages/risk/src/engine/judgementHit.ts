import type { ContractJudgement } from '../facts/contractJudgement.ts'
import type { Hit } from './finding.ts'
import { severityOfLevel } from './judgedParts.ts'

const MAX_TITLES = 3

/** Returns the hit that repeats the judgement of another scan of the same address: its score is the least that this one shows. */
export function judgementHit(
  judgement: Omit<ContractJudgement, 'account'>,
  { scan }: { scan: 'contract' | 'wallet' },
): Hit[] {
  const { riskScore, riskLevel, findings, complete, blockNumber, rulesetVersion } = judgement
  if (riskScore === 0) return []
  const titles = findings.slice(0, MAX_TITLES).map(({ title }) => title)
  return [
    {
      severity: severityOfLevel(riskLevel),
      atLeast: riskScore,
      description: `The ${scan} scan rates this address ${riskLevel} (${riskScore} of 100) at block ${blockNumber}${titles.length > 0 ? `: ${titles.join('; ')}` : ''}.`,
      evidence: {
        scan,
        score: riskScore,
        level: riskLevel,
        findings: findings.map(({ id }) => id),
        complete,
        block: String(blockNumber),
        rulesetVersion,
      },
    },
  ]
}
