import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'token-theft-from-holders',
  title: 'Token theft from existing holders',
  why: 'In simulation, real holders only sold or waited, and tokens still left their accounts to another account. Such a token takes back the tokens it sold.',
  advice: 'Do not buy it. If you hold it, sell it before the contract takes it.',
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
        // A single one of many may be the account that pays for all: a fee pool, a treasury.
        severity: siphoned > 1 || sampled <= 2 ? 'critical' : 'high',
        description: `${siphoned} of ${sampled} real holders lost more tokens than they sold.`,
        evidence: { token: subject.address, pool: trade.pool.address, siphoned, sampled },
      },
    ]
  },
})
