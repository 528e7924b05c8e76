import { defineDetector } from '../../detector.ts'
import type { Movement } from '../../facts.ts'
import { causeOf, isOrderedPayment } from '../../message/causeOf.ts'

/** Share of the value given that does not come back. Ordinary fees and slippage stay below the first. */
const LOSS_PERCENT = { medium: 10, high: 30, critical: 80 } as const
/** Losses below this are not worth a warning. */
const NEGLIGIBLE_USD = 1

export default defineDetector({
  id: 'signed-trade-below-value',
  title: 'The signed trade gives much more than it gets',
  why: 'Filled at the worst price that the signature allows, and at the prices of independent oracles, what comes back is worth far less than what leaves. Whoever fills it keeps the difference.',
  advice: 'Check the price, ask for a tighter limit, or do not sign.',
  appliesTo: 'message',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  family: 'loss',
  needs: ['intents', 'worstCase'],
  detect: ({ intents, worstCase: { lost, gained } }) => {
    const given = lost.filter((loss) => {
      const cause = causeOf(loss, intents)
      return cause?.kind === 'order' || (cause?.kind === 'execution' && !isOrderedPayment(loss, cause))
    })
    if (given.length === 0 || gained.length === 0) return 'not-applicable'
    const unpriced = [...given, ...gained].filter(({ usd }) => usd === null)
    if (unpriced.length > 0)
      return { unknown: [...new Set(unpriced.map(({ address }) => `price of ${address ?? 'the native coin'}`))] }
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
