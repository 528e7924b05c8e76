import { defineDetector } from '../../detector.ts'
import type { Movement } from '../../facts.ts'

/** Share of the value given that does not come back. Ordinary fees and slippage stay below the first. */
const LOSS_PERCENT = { medium: 10, high: 30, critical: 80 } as const
/** Losses below this are not worth a warning. */
const NEGLIGIBLE_USD = 1

export default defineDetector({
  id: 'value-lost-in-trade',
  title: 'You get much less than you give',
  why: 'At the prices of independent oracles, what comes back is worth far less than what leaves: a thin pool, a sandwich waiting for a loose slippage limit, a fake token, or a swindle.',
  advice: 'Compare with another exchange, trade a smaller amount, or set a tighter slippage limit.',
  appliesTo: 'transaction',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  family: 'loss',
  needs: ['movements'],
  detect: ({ movements: { lost, gained } }) => {
    const given = lost.filter(({ how }) => how !== 'sent')
    if (given.length === 0 || gained.length === 0) return 'not-applicable'
    const unpriced = [...given, ...gained].filter(({ usd }) => usd === null)
    if (unpriced.length > 0)
      return { unknown: unpriced.map(({ address }) => `price of ${address ?? 'the native coin'}`) }
    // Account by account: what a Safe gains is no price for what its owner gives.
    return [...new Set(given.map(({ account }) => account))].flatMap((owner) => {
      const givenUsd = totalUsd(given.filter(({ account }) => account === owner))
      const gainedUsd = totalUsd(gained.filter(({ account }) => account === owner))
      const lossUsd = givenUsd - gainedUsd
      const percent = givenUsd > 0 ? (100 * lossUsd) / givenUsd : 0
      if (lossUsd < NEGLIGIBLE_USD || percent < LOSS_PERCENT.medium) return []
      return [
        {
          severity: percent >= LOSS_PERCENT.critical ? 'critical' : percent >= LOSS_PERCENT.high ? 'high' : 'medium',
          description: `You give about $${givenUsd.toFixed(2)} and get about $${gainedUsd.toFixed(2)}: ${percent.toFixed(0)} % less.`,
          evidence: { givenUsd, gainedUsd, lossPercent: Math.round(percent * 100) / 100 },
        },
      ]
    })
  },
})

function totalUsd(movements: readonly Movement[]): number {
  return movements.reduce((sum, { usd }) => sum + (usd ?? 0), 0)
}
