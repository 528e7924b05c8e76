import type { GatheredFacts } from '../engine/gatherFacts.ts'
import { byJudgement, judgedPartsOf } from '../engine/judgedParts.ts'
import type { Outcome } from '../engine/runDetectors.ts'
import { type Score, scoreDeciding, scoreOutcomes } from '../engine/score.ts'

/** Id of the rule that repeats the judgement of the wallet. */
const WALLET_SCAN_RESULT = 'wallet-scan-result'

/** Scores a contract scan. Of an account without code the wallet scan decides, and the findings here are never worse. */
export function scoreContract(
  outcomes: readonly Outcome[],
  { facts: { subject, walletJudgement } }: Pick<GatheredFacts, 'facts'>,
  circumstances: Parameters<typeof scoreOutcomes>[1] = {},
): Score {
  if (subject === undefined || !walletJudgement || judgedPartsOf(subject) !== 'wallet')
    return scoreOutcomes(outcomes, circumstances)
  const split = byJudgement(outcomes, { rule: WALLET_SCAN_RESULT, level: walletJudgement.riskLevel })
  const { unshared: _, ...score } = scoreDeciding(split, circumstances)
  return score
}
