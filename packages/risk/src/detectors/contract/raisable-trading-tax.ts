import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { OwnerSwitch } from '../../facts/privileges.ts'

/** Percent of an amount that is kept after the call, and by how much more than before for the call to matter. */
const PERCENT = { total: 90, high: 50, medium: 20, low: 10 } as const
const MORE = 5

export default defineDetector({
  id: 'raisable-trading-tax',
  title: 'Raisable trading tax',
  why: 'In simulation, a privileged call raised the trading tax far above its present rate. A tax without a cap is a honeypot that is not switched on yet.',
  advice: 'Check the code for a tax cap; without a cap, expect the highest tax shown.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'switch',
  needs: ['token', 'trade', 'switches', 'privileged', 'subject'],
  detect: (facts) =>
    switchHits(facts, {
      words: (flipped) => `trading costs ${highestOf(flipped.after)} % instead of ${highestOf(flipped.before)} %`,
      severity: (flipped, caller) => {
        if (flipped.effect !== 'raises-tax') return null
        const [before, after] = [highestOf(flipped.before), highestOf(flipped.after)]
        if (after < PERCENT.low || after < before + MORE) return null
        if (after >= PERCENT.total && (caller === 'eoa' || caller === 'anyone')) return 'critical'
        return after >= PERCENT.high ? 'high' : after >= PERCENT.medium ? 'medium' : 'low'
      },
    }),
})

/** A step that fails has no tax; that is another switch's effect. */
function highestOf({ buyTax, transferTax, sellTax }: Omit<OwnerSwitch['after'], 'reason'>): number {
  return Math.max(buyTax ?? 0, transferTax ?? 0, sellTax ?? 0)
}
