import { isNamed } from '../../contract/genuine.ts'
import { HIGH_SCAM_SCORE, scamScore, scamSignals } from '../../contract/scamSignals.ts'
import { defineDetector } from '../../engine/detector.ts'

/** A person reads no more. */
const MAX_SIGNS = 6
/** 1.22 % of 900 benign tokens (`npm run bench -- falsealarms`). */
const HONEST_PER_HIT = 80

export default defineDetector({
  id: 'scam-like-bytecode',
  title: 'Bytecode similar to scam tokens',
  why: 'The bytecode has several signs (lists that stop transfers, mints under other names, kill switches). Each sign appears in honest tokens too; together they are far more frequent in scams. The sign shows where to look and proves nothing: only a simulation shows what the code does.',
  advice: 'Read the findings that the simulation confirmed.',
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
      .slice(0, MAX_SIGNS)
    return [
      {
        description: `By signs in the code alone, a model finds it similar to scam tokens: ${Math.round(score)} of 100. It says so of about one honest token in ${HONEST_PER_HIT}, and nothing of it was executed.`,
        evidence: {
          address: bytecode.address,
          score: Math.round(score),
          signs: signs.map(({ id, shown }) => `${id}: ${shown}`),
        },
      },
    ]
  },
})
