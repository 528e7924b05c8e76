import type { Address } from '../address.ts'
import type { Severity } from '../engine/finding.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'
import type { Account } from './account.ts'

/**
 * `ofPayers`: it endangers only accounts that pay the contract. `ofUnknown`: a fact that could not be gathered is taken for the worse; with it
 * the finding may be another one.
 */
export type JudgedFinding = { id: string; severity: Severity; title: string; ofPayers?: true; ofUnknown?: true }

/** Result of the contract scan for a contract that a transaction or message uses, from public facts only. */
export type ContractJudgement = {
  address: Address
  account: Account
  riskScore: number
  riskLevel: RiskLevel
  /** Medium and worse, worst first, each id once; none that is weak (new, unverified) or says only that something is unknown. */
  findings: JudgedFinding[]
  /** Titles of medium findings that prove no harm: weak ones, and what is not known. */
  weak: string[]
  /** False: a deadline or budget cut the scan short. Its findings are true all the same. */
  complete: boolean
  /** It is incomplete only because the node does not keep the state that the scan reads. */
  unreadable?: true
  /** As a module, it acts as a wallet only by records that this wallet wrote. */
  walletsByRecord?: true
  /** Any account can make it take the tokens of the accounts that approved it. */
  openPulls?: true
  blockNumber: bigint
  rulesetVersion: string
}

/** Result of a scan of an address that another scan speaks of. */
export type Judgement = Omit<ContractJudgement, 'account'>

/** Result of the wallet scan, from public facts only. */
export type WalletJudgement = Judgement & {
  /** The same without what endangers only the owner of the wallet, such as its approvals: the risk for who gives it value or power. */
  toOthers: Pick<Judgement, 'riskScore' | 'riskLevel' | 'findings'>
}

/** Result of the wallet scan for an account that receives value or power in a transaction or message. */
export type ReceiverJudgement = WalletJudgement & { account: Account }
