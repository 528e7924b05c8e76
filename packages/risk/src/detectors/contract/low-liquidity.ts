import { isNamed } from '../../contract/genuine.ts'
import { isRedeemable } from '../../contract/redeemable.ts'
import { defineDetector } from '../../engine/detector.ts'

/** USD on the quote side of all pools. */
const USD = { medium: 1_000, low: 10_000 } as const

export default defineDetector({
  id: 'low-liquidity',
  title: 'Low liquidity',
  why: 'All pools together hold few assets with a price. A small sale moves the price far, and the liquidity provider can withdraw the pool in one step.',
  advice: 'Invest no more than the pools can pay back.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'low',
  confidence: 'high',
  soft: true,
  family: 'liquidity',
  needs: ['token', 'distribution', 'subject', 'isUntradable', 'deposits'],
  detect: ({ token, distribution, subject, isUntradable, deposits }) => {
    if (token?.standard !== 'erc20' || distribution === null || isUntradable) return 'not-applicable'
    const usd = distribution.liquidityUsd
    if (usd === 0 && isRedeemable(deposits)) return 'not-applicable'
    if (usd === null) return { unknown: ['liquidity in USD'] }
    // A receipt, a vault share or a bridge token of a known service is redeemed, not sold.
    if (usd >= USD.low || isNamed(subject)) return []
    return [
      {
        severity: usd < USD.medium ? 'medium' : 'low',
        description: `All liquidity pools together hold about ${Math.round(usd).toLocaleString('en-US')} USD.`,
        evidence: { token: subject.address, liquidityUsd: Math.round(usd) },
      },
    ]
  },
})
