import { DERIVED_FACTS } from '../derive/derivedFacts.ts'
import { uncoveredShare } from '../derive/uncoveredShare.ts'
import {
  contractDetectors,
  messageDetectors,
  transactionDetectors,
  urlDetectors,
  walletDetectors,
} from '../detectors/index.generated.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import type { Detector, Subject } from './detector.ts'
import { failedExecutions } from './failedExecutions.ts'
import { type FactProviders, type GatheredFacts, gatherFacts } from './gatherFacts.ts'
import { type Recommendations, recommend } from './recommendation.ts'
import { type Outcome, runDetectors } from './runDetectors.ts'
import { type Score, scoreOutcomes } from './score.ts'

/** What `judge` answers: the score with its findings, the recommendation, and what both rest on. */
export type Judgement = Score & {
  recommendation: Recommendations[keyof Recommendations]
  /** One per detector of the subject, by detector id. */
  outcomes: Outcome[]
  gathered: GatheredFacts
}

const DETECTORS: Readonly<Record<Subject, readonly Detector[]>> = {
  transaction: transactionDetectors,
  message: messageDetectors,
  contract: contractDetectors,
  wallet: walletDetectors,
  url: urlDetectors,
}

/**
 * Judges a transaction, message, contract, wallet or site by facts. A fact that is neither given, provided nor derived makes its
 * detectors `unknown`, lowers the confidence, and may raise the score: unknown is never safe.
 * @param input `facts` are known values and go before `providers`, which are asked once each until `signal` aborts.
 * @example await judge('transaction', { facts: { transaction, decodedCall, balanceChanges, approvalChanges, spenders } })
 */
export async function judge(
  subject: Subject,
  input: { facts?: Partial<Facts>; providers?: FactProviders; signal?: AbortSignal },
): Promise<Judgement> {
  const { facts = {}, providers, signal = new AbortController().signal } = input
  const given = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, () => fact]))
  const detectors = DETECTORS[subject]
  const needed: FactName[] = detectors.flatMap(({ needs }) => needs)
  const gathered = await gatherFacts({ providers: { ...DERIVED_FACTS, ...providers, ...given }, needed, signal })
  const outcomes = runDetectors(detectors, gathered)
  const score = scoreOutcomes(outcomes, {
    failedSources: failedRoots(gathered).size,
    diverged: isDiverged(gathered.facts),
    uncovered: uncoveredShare(gathered.facts),
    failedExecutions: failedExecutions(gathered),
  })
  const words = subject === 'url' || subject === 'contract' ? subject : 'transaction'
  return { ...score, recommendation: recommend(words, score.riskLevel), outcomes, gathered }
}

/** The facts whose providers failed or were late; what depends on them is not counted again. */
function failedRoots({ missing }: GatheredFacts): Set<FactName> {
  const failed = Object.values(missing).filter(({ reason }) => reason === 'failed' || reason === 'late')
  return new Set(failed.map(({ root }) => root))
}

/** Whether a block builder sees another outcome than every other caller. */
function isDiverged({ simulation }: Partial<Facts>): boolean {
  return simulation?.environments.some(({ kind, sameOutcome }) => kind === 'builder' && sameOutcome === false) ?? false
}
