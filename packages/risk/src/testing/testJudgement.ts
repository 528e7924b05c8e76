import type { Address } from '../address.ts'
import type { Severity } from '../engine/finding.ts'
import { levelOf } from '../engine/score.ts'
import type { Account } from '../facts/account.ts'
import type { ContractJudgement, ReceiverJudgement } from '../facts/contractJudgement.ts'
import { account, contract } from './sampleFacts.ts'

const SCORES = { critical: 87, high: 65, medium: 45 } as const

/** The judgement of a contract whose only finding has that severity; `unknown`: a medium that only says that little is known. */
export function judgement(
  address: Address,
  worst: keyof typeof SCORES | 'unknown' | 'none',
  more: Partial<Account> = {},
  { walletsByRecord }: Pick<ContractJudgement, 'walletsByRecord'> = {},
): Record<Address, ContractJudgement> {
  const riskScore = worst === 'none' ? 9 : worst === 'unknown' ? 40 : SCORES[worst]
  const severity = worst as Severity
  const judged: ContractJudgement = {
    address,
    account: contract(address, more),
    riskScore,
    riskLevel: levelOf(riskScore),
    findings: worst in SCORES ? [{ id: 'approval-drain', severity, title: 'Drain of approved tokens' }] : [],
    weak: worst === 'unknown' ? ['Insufficient data'] : [],
    complete: true,
    ...(walletsByRecord && { walletsByRecord }),
    blockNumber: 20_000_000n,
    rulesetVersion: '2026.11.12',
  }
  return { [address]: judged }
}

/** The judgement of a wallet whose only finding has that severity. `exposure`: it endangers only the wallet's owner. */
export function walletJudgement(
  address: Address,
  worst: keyof typeof SCORES | 'none',
  { exposure = false }: { exposure?: boolean } = {},
): Record<Address, ReceiverJudgement> {
  const { weak: _, ...judged } = judgement(address, worst)[address] as ContractJudgement
  const { riskScore, riskLevel, findings } = exposure ? { riskScore: 15, riskLevel: levelOf(15), findings: [] } : judged
  return { [address]: { ...judged, weak: [], account: account(address), toOthers: { riskScore, riskLevel, findings } } }
}
