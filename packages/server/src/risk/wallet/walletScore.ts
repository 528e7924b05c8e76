import type { Facts } from '../facts.ts'
import type { GatheredFacts } from '../gatherFacts.ts'
import type { Outcome } from '../runDetectors.ts'
import { levelOf, type Score, scoreOutcomes } from '../score.ts'
import { undecided } from '../undecided.ts'
import { aspectOf } from './aspects.ts'
import { isPastKnown } from './isPastKnown.ts'
import { type SubScores, subScoresOf } from './subScores.ts'

export type WalletScore = Score & { subScores: SubScores; weighted: number }

/**
 * The contract's weights over five sub-scores, then the floors: what the findings score by themselves, with the floors of their
 * severities and those of what is unknown. So no finding is averaged away, and no good past outweighs one.
 */
export function scoreWallet(
  outcomes: readonly Outcome[],
  { facts, incomplete }: Pick<GatheredFacts, 'facts' | 'incomplete'>,
  circumstances: { failedSources?: number; failedExecutions?: readonly string[] } = {},
): WalletScore {
  const score = scoreOutcomes(outcomes, circumstances)
  const known: Partial<Facts> & { fundingComplete: boolean } = {
    ...facts,
    fundingComplete: incomplete.fundingChain === undefined,
  }
  const subScores = subScoresOf(known, score.findings, aspectOf)
  const weighted = Math.round(
    Object.values(subScores).reduce((sum, { score: points, weight }) => sum + points * weight, 0) / 100,
  )
  const riskScore = Math.max(weighted, score.riskScore, isUnread(facts) ? UNREAD_FLOOR : 0)
  const unread = isUnread(facts) && score.riskScore < UNREAD_FLOOR
  const findings = unread ? [undecided(['lists', 'history'], UNREAD_FLOOR), ...score.findings] : score.findings
  return { ...score, findings, riskScore, riskLevel: levelOf(riskScore), subScores, weighted }
}

/** Neither lists nor the past could be read: what decides about a wallet is unknown. */
const UNREAD_FLOOR = 40

function isUnread({ subject, history }: Partial<Facts>): boolean {
  const listsRead = subject !== undefined && (subject.sanctioned !== null || subject.labels.length > 0)
  return !listsRead && !isPastKnown(history)
}
