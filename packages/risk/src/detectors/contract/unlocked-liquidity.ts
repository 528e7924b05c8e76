import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'

/** Percent of the LP tokens. */
const PERCENT = { medium: 50, low: 20 } as const

export default defineDetector({
  id: 'unlocked-liquidity',
  title: 'Unlocked liquidity',
  why: 'A holder of LP tokens can withdraw the money behind the token in one transaction. Here private accounts hold much of them, neither burned nor in a known locker. A separate finding reports the share of the creator or owner.',
  advice: 'Look for a liquidity lock with a date, or for liquidity from many providers.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'lp',
  needs: ['distribution', 'subject'],
  detect: ({ distribution, subject }) => {
    const holders = distribution?.lpHolders ?? null
    if (holders === null) return 'not-applicable'
    const free = holders.filter(({ kind }) => kind === 'eoa')
    const percent = sum(free)
    // Many small providers are a market, not an owner.
    const largest = Math.max(0, ...free.map(({ share }) => share))
    if (largest < PERCENT.low || isNamed(subject)) return []
    return [
      {
        severity: largest >= PERCENT.medium ? 'medium' : 'low',
        description: `A single account can withdraw ${round(largest)} % of the liquidity of the largest pool.`,
        evidence: {
          token: subject.address,
          unlockedPercent: round(percent),
          holders: free.map(({ address, share, kind }) => `${address}: ${round(share)} % (${kind})`).slice(0, 5),
        },
      },
    ]
  },
})

function sum(holders: readonly { share: number }[]): number {
  return holders.reduce((total, { share }) => total + share, 0)
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100
}
