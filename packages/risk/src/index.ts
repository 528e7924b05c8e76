// The public API of @redoubt/risk. packages/risk/API.md is generated from it.

export type { Address, Hex } from './address.ts'
export { CHAIN_IDS, CHAINS, type Chain } from './chain.ts'
export { DERIVED_FACTS } from './derive/derivedFacts.ts'
export {
  contractDetectors,
  messageDetectors,
  transactionDetectors,
  urlDetectors,
  walletDetectors,
} from './detectors/index.generated.ts'
export { type Category, type Detector, defineDetector, type Subject, type Verdict } from './engine/detector.ts'
export type { Evidence, Finding, Hit, Severity } from './engine/finding.ts'
export {
  type FactProvider,
  type FactProviders,
  type GatheredFacts,
  type GetFact,
  gatherFacts,
  Incomplete,
  type MissingFact,
  type OnFact,
} from './engine/gatherFacts.ts'
export { type Judgement, judge } from './engine/judge.ts'
export { type Recommendations, recommend } from './engine/recommendation.ts'
export type { RiskLevel } from './engine/riskLevel.ts'
export { type Outcome, runDetectors } from './engine/runDetectors.ts'
export { levelOf, RULESET_VERSION, type Score, scoreOutcomes } from './engine/score.ts'
export { type Explanation, explain } from './explain/explain.ts'
export { explainMessage } from './explain/explainMessage.ts'
export type { Account } from './facts/account.ts'
export type { ApprovalChange, BalanceChange } from './facts/changes.ts'
export type { DecodedCall } from './facts/decodedCall.ts'
export type { FactName, Facts } from './facts/facts.ts'
export type { PinnedBlock } from './facts/pinnedBlock.ts'
export type { Transaction } from './facts/transaction.ts'
export { breakDown, type ScoreBreakdown } from './report/breakDown.ts'
export { buildReport, type Judged } from './report/buildReport.ts'
export type { ReportCategory, ReportFactor, RiskReport } from './report/report.ts'
