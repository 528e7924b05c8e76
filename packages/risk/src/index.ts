// The public API of @redoubt/risk. packages/risk/API.md is generated from it.

export type { Address, Hex } from './address.ts'
export { CHAIN_IDS, CHAINS, type Chain } from './chain.ts'
export { DERIVED_FACTS } from './derivedFacts.ts'
export { type Category, type Detector, defineDetector, type Subject, type Verdict } from './detector.ts'
export {
  contractDetectors,
  messageDetectors,
  transactionDetectors,
  urlDetectors,
  walletDetectors,
} from './detectors/index.generated.ts'
export { type Explanation, explain } from './explain.ts'
export { explainMessage } from './explainMessage.ts'
export type { Account } from './facts/account.ts'
export type { ApprovalChange, BalanceChange } from './facts/changes.ts'
export type { DecodedCall } from './facts/decodedCall.ts'
export type { PinnedBlock } from './facts/pinnedBlock.ts'
export type { Transaction } from './facts/transaction.ts'
export type { FactName, Facts } from './facts.ts'
export type { Evidence, Finding, Hit, Severity } from './finding.ts'
export {
  type FactProvider,
  type FactProviders,
  type GatheredFacts,
  type GetFact,
  gatherFacts,
  Incomplete,
  type MissingFact,
  type OnFact,
} from './gatherFacts.ts'
export { type Judgement, judge } from './judge.ts'
export { type Recommendations, recommend } from './recommendation.ts'
export { breakDown, type ScoreBreakdown } from './report/breakDown.ts'
export { buildReport, type Judged } from './report/buildReport.ts'
export type { ReportCategory, ReportFactor, RiskReport } from './report.ts'
export type { RiskLevel } from './riskLevel.ts'
export { type Outcome, runDetectors } from './runDetectors.ts'
export { levelOf, RULESET_VERSION, type Score, scoreOutcomes } from './score.ts'
