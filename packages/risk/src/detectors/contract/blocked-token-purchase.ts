import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'blocked-token-purchase',
  title: 'Blocked token purchases',
  why: 'Every purchase failed: trading is not open, is paused, or only some accounts may buy. So we could not simulate a sale by a new buyer.',
  advice: 'Wait until trading is open, then scan again.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null) return 'not-applicable'
    const tried = trade.runs.filter(({ scenario }) => scenario !== 'holder')
    const failed = tried.filter((run) => run.failed?.step === 'buy')
    if (failed.length === 0 || failed.length < tried.length) return []
    return [
      {
        description: `All ${failed.length} simulated purchases failed${failed[0]?.failed?.reason ? `: “${failed[0].failed.reason}”` : ''}.`,
        evidence: {
          token: subject.address,
          pool: trade.pool.address,
          attempts: failed.map((run) => `${run.scenario}: ${run.failed?.reason ?? 'no reason'}`),
        },
      },
    ]
  },
})
