import type { Hit } from '../engine/finding.ts'
import type { ReceiverJudgement } from '../facts/contractJudgement.ts'
import { listWords } from '../wording/listWords.ts'

const MAX_TITLES = 3

/**
 * Returns the hit about a wallet that receives value or power. At high and critical the transaction is at least as risky. A medium level,
 * or a danger to the wallet's owner alone, is shown and raises no alarm. Without findings there is no hit: little is known.
 * @param what the sentence before the verdict: "Your assets go to 0x59D7…e19c".
 */
export function walletDangerHit(judgement: ReceiverJudgement, what: string): Hit[] {
  const { address, riskScore, riskLevel, findings, toOthers, complete, blockNumber, rulesetVersion } = judgement
  if (riskLevel === 'safe' || riskLevel === 'low' || findings.length === 0) return []
  const titles = findings.slice(0, MAX_TITLES).map(({ title }) => title)
  const isOwners = toOthers.findings.length === 0
  const words = `${what}. The wallet scan rates this wallet ${riskLevel} (${riskScore} of 100) at block ${blockNumber}: ${listWords(titles)}.`
  const evidence = {
    wallet: address,
    walletScore: riskScore,
    walletLevel: riskLevel,
    walletFindings: findings.map(({ id }) => id),
    walletScanComplete: complete,
    block: String(blockNumber),
    rulesetVersion,
  }
  if (isOwners)
    return [{ severity: 'info', description: `${words} This endangers its owner, not who pays it.`, evidence }]
  const level = toOthers.riskLevel
  if (level === 'high' || level === 'critical')
    return [{ severity: level, atLeast: toOthers.riskScore, description: words, evidence }]
  return [{ severity: 'low', description: words, evidence }]
}
