import { DECISIVE_FACTS } from '../engine/decisiveFacts.ts'
import { CONTRADICTING_ENDPOINTS } from '../engine/endpointAgreement.ts'
import { EXPERIMENTAL_NETWORK } from '../engine/experimentalNetwork.ts'
import type { Finding } from '../engine/finding.ts'
import type { GatheredFacts } from '../engine/gatherFacts.ts'
import { INSUFFICIENT_DATA, insufficientData } from '../engine/insufficientData.ts'
import { byJudgement, judgedPartsOf } from '../engine/judgedParts.ts'
import type { Outcome } from '../engine/runDetectors.ts'
import { type Circumstances, levelOf, type Score, scoreDeciding, scoreUnshared, shareImpacts } from '../engine/score.ts'
import type { ContractJudgement } from '../facts/contractJudgement.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import { aspectOf } from './aspects.ts'
import { isHistoryKnown } from './exposures.ts'
import { type SubScores, subScoresOf } from './subScores.ts'

export type WalletScore = Score & { subScores: SubScores; weighted: number }

/**
 * Weighs the five sub-scores by the contract's weights, then applies the floors: the findings' own score, with the floors of
 * their severities and of unknown facts. So no finding is averaged away, and no good past outweighs one.
 */
export function scoreWallet(
  outcomes: readonly Outcome[],
  { facts, incomplete }: Pick<GatheredFacts, 'facts' | 'incomplete'>,
  circumstances: Circumstances = {},
): WalletScore {
  const judgement = facts.codeJudgement ?? null
  const isContract = judgement !== null && facts.subject !== undefined && judgedPartsOf(facts.subject) === 'contract'
  if (isContract) return scoreContract(outcomes, { facts, judgement }, circumstances)
  const { uncredited, ...score } = scoreUnshared(outcomes, circumstances)
  const known: Partial<Facts> & { fundingComplete: boolean } = {
    ...facts,
    fundingComplete: incomplete.fundingChain === undefined,
  }
  // Missing data, the network and the contract scan say nothing about the wallet's counterparties.
  const rated = score.findings.filter(({ id }) => !NOT_OF_WALLET.has(id))
  const subScores = subScoresOf(known, rated, aspectOf)
  const weighted = weigh(subScores)
  const unread = isUnread(facts) ? UNREAD : []
  const missingDecisiveFacts = [
    ...new Set([...score.missingDecisiveFacts, ...failedParts(incomplete), ...unread]),
  ].sort()
  const floored = Math.max(score.riskScore, missingDecisiveFacts.length > 0 ? UNREAD_FLOOR : 0)
  const riskScore = Math.max(weighted, floored)
  const unshared =
    floored > score.riskScore
      ? [
          insufficientData(missingDecisiveFacts, UNREAD_FLOOR),
          ...score.findings.filter(({ id }) => id !== INSUFFICIENT_DATA),
        ]
      : [...score.findings]
  const findings = shareImpacts(unshared, floored, uncredited)
  const above = weighted - floored
  if (above > 0) {
    if (weighted >= NOTABLE) findings.unshift(thinRecord(subScores, weighted, above))
    else findings.push(walletRecord(subScores, weighted, above))
  }
  return { ...score, findings, missingDecisiveFacts, riskScore, riskLevel: levelOf(riskScore), subScores, weighted }
}

/** Decisive facts that failed in part, also where the known part is a risk. */
function failedParts(incomplete: GatheredFacts['incomplete']): string[] {
  return (Object.keys(DECISIVE_FACTS.wallet) as FactName[]).filter((name) => {
    const missed = incomplete[name]
    return missed !== undefined && missed.error !== null && missed.decisive !== false
  })
}

/** Id of the rule that repeats the judgement of the code. */
export const CONTRACT_SCAN_RESULT = 'contract-scan-result'
const NOT_OF_WALLET: ReadonlySet<string> = new Set([
  INSUFFICIENT_DATA,
  EXPERIMENTAL_NETWORK,
  CONTRADICTING_ENDPOINTS,
  CONTRACT_SCAN_RESULT,
])

/**
 * Scores a contract that is no wallet: the contract scan decides. Its past is its users', and is shown beside; its sub-scores do not
 * count.
 */
function scoreContract(
  outcomes: readonly Outcome[],
  { facts, judgement }: { facts: Partial<Facts>; judgement: ContractJudgement },
  circumstances: Parameters<typeof scoreUnshared>[1],
): WalletScore {
  const split = byJudgement(outcomes, { rule: CONTRACT_SCAN_RESULT, level: judgement.riskLevel })
  const { unshared, ...score } = scoreDeciding(split, circumstances)
  const subScores = subScoresOf({ ...facts, fundingComplete: true }, unshared, aspectOf)
  return { ...score, subScores, weighted: weigh(subScores) }
}

function weigh(subScores: SubScores): number {
  return Math.round(Object.values(subScores).reduce((sum, { score, weight }) => sum + score * weight, 0) / 100)
}

/** Neither lists nor the history could be read: the decisive facts are unknown. */
const UNREAD: readonly string[] = ['history', 'lists']
const UNREAD_FLOOR = 40
/** Where `safe` ends: below it a score needs no reason. */
const NOTABLE = 20
/** Id of the finding that stands for the weighted sum. */
export const THIN_RECORD = 'thin-wallet-record'

/** Id of the finding that stands for a weighted sum within `safe`. */
export const WALLET_RECORD = 'wallet-record'

/**
 * Returns the finding that explains a score which is the weighted sum and not what detectors found.
 * @param above points of the sum above those of the findings.
 */
function thinRecord(subScores: SubScores, weighted: number, above: number): Finding {
  const { reasons, unknown } = recordOf(subScores)
  const level = levelOf(weighted)
  return {
    id: THIN_RECORD,
    severity: level === 'safe' ? 'low' : level,
    title: 'Thin wallet history',
    description: `The record of the wallet says little for it: ${reasons}.${unknown.length > 0 ? ` Not fully known: ${unknown.join(', ')}.` : ''} Confirm the address with its owner before you send anything.`,
    impact: above,
    evidence: { weighted, unknown },
  }
}

/** Returns the factor for the weighted sum of a wallet with an ordinary record. */
function walletRecord(subScores: SubScores, weighted: number, above: number): Finding {
  const { reasons, unknown } = recordOf(subScores)
  return {
    id: WALLET_RECORD,
    severity: 'info',
    title: 'Wallet history and age',
    description: `An ordinary record: ${reasons}.`,
    impact: above,
    evidence: { weighted, unknown },
  }
}

/** Returns the three aspects that weigh most, and the names of those not fully known, sorted. */
function recordOf(subScores: SubScores): { reasons: string; unknown: string[] } {
  const aspects = Object.entries(subScores).sort(
    ([, a], [, b]) => b.score * b.weight - a.score * a.weight || b.weight - a.weight,
  )
  const unknown = aspects.flatMap(([name, { known }]) => (known ? [] : [name]))
  const reasons = aspects.slice(0, 3).map(([name, { score, reason }]) => `${name} ${score} of 100 (${reason})`)
  return { reasons: reasons.join(', '), unknown: unknown.sort() }
}

function isUnread({ subject, history }: Partial<Facts>): boolean {
  const listsRead = subject !== undefined && (subject.sanctioned !== null || subject.labels.length > 0)
  return !listsRead && !isHistoryKnown(history)
}
