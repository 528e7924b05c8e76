import type { GatheredFacts } from '../gatherFacts.ts'
import { INSUFFICIENT_DATA, insufficientData } from '../insufficientData.ts'
import { byJudgement, judgedPartsOf } from '../judgedParts.ts'
import type { Outcome } from '../runDetectors.ts'
import { levelOf, type Score, scoreOutcomes, scoreUnshared, shareImpacts } from '../score.ts'

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
  const { shown, deciding } = byJudgement(outcomes, { rule: WALLET_SCAN_RESULT, level: walletJudgement.riskLevel })
  const { findings, confidence } = scoreUnshared(shown, circumstances)
  const { riskScore, missingDecisiveFacts } = scoreUnshared(deciding, circumstances)
  const rated = findings.filter(({ id }) => id !== INSUFFICIENT_DATA)
  const isRaised = riskScore > walletJudgement.riskScore && missingDecisiveFacts.length > 0
  const all = isRaised ? [insufficientData(missingDecisiveFacts, riskScore), ...rated] : rated
  return {
    riskScore,
    riskLevel: levelOf(riskScore),
    confidence,
    findings: shareImpacts(all, riskScore, isRaised ? walletJudgement.riskScore : riskScore),
    missingDecisiveFacts,
  }
}
