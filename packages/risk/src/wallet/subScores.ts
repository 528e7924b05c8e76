import { trustOf } from '../accounts/trust.ts'
import { type Finding, flagSeverity, isAccusing } from '../engine/finding.ts'
import type { Account } from '../facts/account.ts'
import type { Facts } from '../facts/facts.ts'
import { kindOf } from './exposures.ts'

export type WalletAspect = 'age' | 'history' | 'funding' | 'associations' | 'labels'
/** 0-100, higher is riskier. `known` false: the neutral value, or based on partial data. */
export type SubScore = { score: number; weight: number; known: boolean; reason: string }
export type SubScores = Record<WalletAspect, SubScore>

/** The contract's weights, in percent. */
export const WALLET_WEIGHTS: Readonly<Record<WalletAspect, number>> = {
  age: 15,
  history: 20,
  funding: 25,
  associations: 25,
  labels: 15,
}
/** Score of an aspect without data. */
const NEUTRAL = 50
/** A trusted name outweighs a thin record; findings still raise it. */
const SERVICE_MOST = 10
/** A trusted label counts for nothing against an accusation, and for more than no label. */
const NO_LABEL = 25

/** Days, and the score of a wallet younger than that. */
const AGES = [
  [1, 90],
  [7, 70],
  [30, 50],
  [90, 30],
  [365, 15],
] as const
/** Transactions, and the score of a wallet with fewer. */
const COUNTS = [
  [1, 70],
  [5, 45],
  [20, 30],
  [100, 15],
] as const

/** Fewer movements than this prove nothing about a contract. */
const MIN_OF_CONTRACT = 5

type Known = Partial<
  Pick<
    Facts,
    'subject' | 'history' | 'walletActivity' | 'fundingChain' | 'walletCounterparties' | 'exposures' | 'walletContract'
  >
> & { fundingComplete: boolean }

/**
 * Computes the five sub-scores of a wallet. Findings on an aspect raise it to the score of the worst of them.
 * @param aspectOf which aspect a finding belongs to.
 */
export function subScoresOf(
  known: Known,
  findings: readonly Finding[],
  aspectOf: (id: string) => WalletAspect,
): SubScores {
  const base = {
    age: age(known),
    history: history(known),
    funding: funding(known),
    associations: associations(known),
    labels: labels(known.subject),
  }
  const service = known.subject !== undefined && trustOf(known.subject) === 'known'
  const raised = (aspect: WalletAspect): SubScore => {
    const [points, reason, sure] = base[aspect]
    const score = service ? Math.min(points, SERVICE_MOST) : points
    const worst = findings
      .filter(({ id }) => aspectOf(id) === aspect)
      .reduce<Finding | null>((max, one) => (one.impact > (max?.impact ?? 0) ? one : max), null)
    const won = worst !== null && worst.impact > score ? worst : null
    return {
      score: won?.impact ?? score,
      weight: WALLET_WEIGHTS[aspect],
      known: sure || won !== null,
      reason: won?.title ?? reason,
    }
  }
  return {
    age: raised('age'),
    history: raised('history'),
    funding: raised('funding'),
    associations: raised('associations'),
    labels: raised('labels'),
  }
}

type Base = readonly [score: number, reason: string, known: boolean]

function age({ subject, walletActivity: activity }: Known): Base {
  const days = activity?.ageDays ?? null
  if (days === null) {
    if (subject?.class === 'contract') return [NEUTRAL, 'Unknown creation date', false]
    // No activity anywhere is a known fact, and no wallet is younger.
    if (activity !== undefined && activity.sent === 0 && activity.received === 0)
      return [90, 'No known activity', false]
    return [NEUTRAL, 'Unknown first transaction', false]
  }
  return [below(AGES, days), days === 1 ? '1 day old' : `${days} days old`, true]
}

function history({ subject, walletActivity: activity }: Known): Base {
  if (activity === undefined && subject === undefined) return [NEUTRAL, 'Unknown transaction history', false]
  // The nonce is exact on every source; a contract is called, and sends without a nonce.
  const sent = activity?.sent ?? Number(subject?.nonce ?? 0n)
  if (subject?.class === 'contract' && sent + (activity?.received ?? 0) < MIN_OF_CONTRACT)
    return [NEUTRAL, 'A contract with unknown usage', false]
  const count = subject?.class === 'contract' ? Math.max(sent, activity?.received ?? 0) : sent
  return [below(COUNTS, count), count === 1 ? '1 transaction' : `${count} transactions`, activity !== undefined]
}

/** Scores the origin of the money: the nearest known account. */
function funding({ subject, fundingChain: chain, fundingComplete }: Known): Base {
  if (chain?.length === 0 && subject?.class === 'contract' && trustOf(subject) !== 'wallet')
    return [NO_LABEL, 'A contract, funded by its users', true]
  if (chain === undefined) return [NEUTRAL, 'Unknown funding source', false]
  const bad = chain.find(({ account }) => kindOf(account) !== null)
  if (bad) return [Math.max(50, 110 - 20 * bad.hop), `Money from ${kindOf(bad.account)}, ${hops(bad.hop)}`, true]
  const root = chain.at(-1)
  if (root === undefined)
    return fundingComplete ? [45, 'Never received the native coin', true] : [NEUTRAL, 'Unknown funding source', false]
  if (trustOf(root.account) === 'known') return [0, `Money from a known service, ${hops(root.hop)}`, true]
  return fundingComplete ? [25, 'Money from unknown accounts', true] : [35, 'Traced only in part', false]
}

function hops(count: number): string {
  return count === 1 ? 'directly' : `${count} hops away`
}

/** Scores dealings: services vouch a little; detectors weigh accusations. */
function associations({ walletCounterparties: parties, exposures }: Known): Base {
  if (parties === undefined || exposures === undefined) return [NEUTRAL, 'Unknown counterparties', false]
  if (parties.length === 0) return [30, 'No known counterparties', false]
  const services = parties.filter(({ account }) => account !== null && trustOf(account) === 'known')
  return services.length > 0
    ? [5, `Deals with ${services.length} known ${services.length === 1 ? 'service' : 'services'}`, true]
    : [25, 'Deals with unknown accounts only', true]
}

function labels(subject: Account | undefined): Base {
  if (subject === undefined) return [NEUTRAL, 'Unknown list entries', false]
  const bad = kindOf(subject)
  if (bad === 'sanctioned') return [100, 'Sanctioned', true]
  if (bad === 'flagged') return [flagSeverity(subject) === 'critical' ? 100 : 80, 'On a block list', true]
  if (bad === 'mixer') return [80, 'A mixer', true]
  const trustedLabels = subject.labels.some((label) => label.confidence !== 'low' && !isAccusing(label))
  const sure = subject.sanctioned !== null
  return trustedLabels ? [0, 'Known by name', sure] : [NO_LABEL, 'No label', sure]
}

function below(steps: readonly (readonly [number, number])[], value: number): number {
  return steps.find(([limit]) => value < limit)?.[1] ?? 0
}
