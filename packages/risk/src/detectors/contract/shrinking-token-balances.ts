import { describeMelt, severityOfMelt } from '../../contract/melt.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'shrinking-token-balances',
  title: 'Token balances that shrink',
  why: 'The token was bought in simulation, and only time passed: the balance was smaller then, while the pool kept its tokens. A small rate (demurrage) is a fee for holding; a large one gives your tokens to others.',
  advice: 'Do not hold it for long. Compare the rate with what you expect of the token.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null) return 'not-applicable'
    const { melt, pool } = trade
    if (melt === undefined) return []
    return [
      {
        severity: severityOfMelt(melt),
        description: `Each balance loses ${describeMelt(melt)} by time alone, while the pool keeps its tokens. Confirmed in simulation.`,
        evidence: { token: subject.address, pool: pool.address, lostPercent: melt.percent, seconds: melt.seconds },
      },
    ]
  },
})
