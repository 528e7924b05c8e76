import { isNamed } from '../../contract/isNamed.ts'
import { defineDetector } from '../../detector.ts'
import { HIGH_SCAM_SCORE, scamScore } from '../../scamScore.ts'
import { scamSignals } from '../../scamSignals.ts'

/** A person reads no more. */
const MOST_SIGNS = 6

export default defineDetector({
  id: 'scam-like-code',
  title: 'Its code has the marks of scam tokens',
  why: 'Signs in the bytecode (lists that stop transfers, mints under other names, switches) are each found in honest tokens too; together they are far more frequent in scams. It says where to look and proves nothing: what the code does is shown by executing it.',
  advice: 'Read the findings that execution made.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'low',
  soft: true,
  needs: ['bytecode', 'subject'],
  detect: ({ bytecode, subject }) => {
    if (bytecode?.standard !== 'erc20') return 'not-applicable'
    if (isNamed(subject)) return []
    const score = scamScore(bytecode)
    if (score < HIGH_SCAM_SCORE) return []
    const signs = scamSignals(bytecode)
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MOST_SIGNS)
    return [
      {
        description: `Its code alone resembles scam tokens (${Math.round(score)} of 100).`,
        evidence: {
          address: bytecode.address,
          score: Math.round(score),
          signs: signs.map(({ id, shown }) => `${id}: ${shown}`),
        },
      },
    ]
  },
})
