import { isNamed } from '../../contract/genuine.ts'
import { isRedeemable } from '../../contract/redeemable.ts'
import { defineDetector } from '../../engine/detector.ts'

/** Percent of the supply in one private account, and in the ten largest. */
const ONE = { medium: 50, low: 20 } as const
const TEN_PERCENT = 80

export default defineDetector({
  id: 'concentrated-supply',
  title: 'Concentrated token supply',
  why: 'One large holder who sells can take most of the pool’s money. We do not count pools, burned tokens, lockers and contracts.',
  advice: 'Check who the largest holders are before you buy.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  needs: ['distribution', 'subject', 'isUntradable', 'deposits'],
  detect: ({ distribution, subject, isUntradable, deposits }) => {
    if (distribution === null || isUntradable) return 'not-applicable'
    // Without a market a holder can only have what the contract pays for its own share.
    if (distribution.liquidityUsd === 0 && isRedeemable(deposits)) return 'not-applicable'
    const private_ = distribution.topHolders.filter(
      ({ kind }) => kind === 'eoa' || kind === 'creator' || kind === 'owner',
    )
    const shares = private_.map(({ share }) => share).sort((a, b) => b - a)
    const largest = Math.min(100, shares[0] ?? 0)
    // Tokens that make balances up add to more than there is.
    const ten = Math.min(
      100,
      shares.slice(0, 10).reduce((total, share) => total + share, 0),
    )
    if ((largest < ONE.low && ten < TEN_PERCENT) || isNamed(subject)) return []
    return [
      {
        severity: largest >= ONE.medium || ten >= TEN_PERCENT ? 'medium' : 'low',
        description: `The largest private holder owns ${round(largest)} % of the supply; the ten largest own ${round(ten)} %.`,
        evidence: {
          token: subject.address,
          largestPercent: round(largest),
          tenLargestPercent: round(ten),
          sampled: distribution.sampled,
          holders: private_.slice(0, 5).map(({ address, share, kind }) => `${address}: ${round(share)} % (${kind})`),
        },
      },
    ]
  },
})

function round(percent: number): number {
  return Math.round(percent * 100) / 100
}
