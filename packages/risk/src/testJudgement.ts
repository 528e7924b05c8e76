import type { Address } from './address.ts'
import type { Account } from './facts/account.ts'
import type { ContractJudgement } from './facts/contractJudgement.ts'
import type { Severity } from './finding.ts'
import { contract } from './sampleFacts.ts'
import { levelOf } from './score.ts'

const SCORES = { critical: 87, high: 65, medium: 45 } as const

/** The judgement of a contract whose only finding has that severity; `unknown`: a medium that only says that little is known. */
export function judgement(
  address: Address,
  worst: keyof typeof SCORES | 'unknown' | 'none',
  more: Partial<Account> = {},
): Record<Address, ContractJudgement> {
  const riskScore = worst === 'none' ? 9 : worst === 'unknown' ? 40 : SCORES[worst]
  const severity = worst as Severity
  const judged: ContractJudgement = {
    address,
    account: contract(address, more),
    riskScore,
    riskLevel: levelOf(riskScore),
    findings: worst in SCORES ? [{ id: 'approval-drain', severity, title: 'Drain of approved tokens' }] : [],
    complete: true,
    blockNumber: 20_000_000n,
    rulesetVersion: '2026.11.12',
  }
  return { [address]: judged }
}
