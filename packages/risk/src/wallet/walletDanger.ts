import type { ReceiverJudgement } from '../facts/contractJudgement.ts'
import type { Hit } from '../finding.ts'
import { listWords } from '../wording/listWords.ts'

const MAX_TITLES = 3

/**
 * Returns the hit about a wallet that receives value or power. High and critical: what gives it is at least as risky. Medium is told and
 * alarms nobody, as is a level that comes of what endangers only the owner. Without findings nothing is said: little is known.
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
