import { defineDetector } from '../../engine/detector.ts'

/** Percent of the LP tokens. */
const MIN_PERCENT = 80
const CREDIT = 5

export default defineDetector({
  id: 'locked-liquidity',
  title: 'Locked or burned liquidity',
  why: 'Most LP tokens of the largest pool are burned or in a known locker.',
  advice: 'No action is needed; for a locker, check the date when the lock ends.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'info',
  confidence: 'medium',
  needs: ['distribution', 'subject'],
  detect: ({ distribution, subject }) => {
    const holders = distribution?.lpHolders ?? null
    if (holders === null) return 'not-applicable'
    const kept = holders.filter(({ kind }) => kind === 'burned' || kind === 'locker')
    const percent = Math.round(kept.reduce((total, { share }) => total + share, 0) * 100) / 100
    if (percent < MIN_PERCENT) return []
    return [
      {
        credit: CREDIT,
        description: `${percent} % of the liquidity of the largest pool is burned or locked.`,
        evidence: {
          token: subject.address,
          percent,
          holders: kept.map(({ address, share, kind }) => `${address}: ${share} % (${kind})`),
        },
      },
    ]
  },
})
