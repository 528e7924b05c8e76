import type { Address } from '../facts.ts'
import type { Severity } from '../finding.ts'
import type { RiskLevel } from '../score.ts'
import type { Account } from './account.ts'

/** What the contract scan says of a contract that a transaction or message uses, from public facts only. */
export type ContractJudgement = {
  address: Address
  account: Account
  riskScore: number
  riskLevel: RiskLevel
  /** Medium and worse, worst first, each id once; none that is weak (new, unverified) or says only that something is unknown. */
  findings: { id: string; severity: Severity; title: string }[]
  /** False: a deadline or budget cut the scan short. What it found is true all the same. */
  complete: boolean
  blockNumber: bigint
  rulesetVersion: string
}
