import { defineDetector } from '../../detector.ts'
export default defineDetector({
  id: 'holders-siphoned',
  title: 'Holders lose tokens that they did not move',
  why: 'While real holders only sold or waited, tokens left their accounts to somebody else. A token that does that takes back what it sold.',
  advice: 'Do not buy it; move what you hold before it is taken.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'critical',
  confidence: 'medium',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null || trade.holders.sampled === 0) return 'not-applicable'
    const { siphoned, sampled } = trade.holders
    if (siphoned === 0) return []
    return [
      {
        // One of many may be the account that pays for everybody: a fee pool, a treasury.
        severity: siphoned > 1 || sampled <= 2 ? 'critical' : 'high',
        description: `${siphoned} of ${sampled} real holders lost tokens beyond what they sold.`,
        evidence: { token: subject.address, pool: trade.pool.address, siphoned, sampled },
      },
    ]
  },
})
