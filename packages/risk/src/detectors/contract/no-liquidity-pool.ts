import { isNamed } from '../../contract/genuine.ts'
import { isRedeemable } from '../../contract/redeemable.ts'
import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'no-liquidity-pool',
  title: 'Token without a liquidity pool',
  why: 'We found no pool with valuable liquidity on the exchanges of this network, so we traded the token in a simulated pool of our own. The result is true of the code, not of a market.',
  advice: 'Check where you could sell the token before you buy it.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'liquidity',
  needs: ['trade', 'subject', 'deposits'],
  detect: ({ trade, subject, deposits }) => {
    if (trade === null) return 'not-applicable'
    if (!trade.pool.made || isNamed(subject) || isRedeemable(deposits)) return []
    return [
      {
        description: 'We found no liquidity pool; the trades ran in a simulated pool made for this test.',
        evidence: { token: subject.address, poolMade: true, exchange: trade.pool.exchange },
      },
    ]
  },
})
