import { genuineLabel } from '../../contract/genuine.ts'
import { refusesApprovals } from '../../contract/openMint.ts'
import { defineDetector } from '../../engine/detector.ts'

/** Fewer could be accounts that a list froze, or contracts that no key moves. */
const FEWEST_FAILED = 2
const PERCENT = { critical: 50, high: 20, medium: 5 } as const

export default defineDetector({
  id: 'honeypot-for-existing-holders',
  title: 'Honeypot for existing holders',
  why: 'A honeypot may let a new account sell, to look honest. In simulation, accounts that really hold the token tried to sell it, and some could not: a blacklist of buyers, or a whitelist of sellers.',
  advice: 'Do not buy this token: you could not sell it either.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'sale',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null || trade.holders.sampled === 0) return 'not-applicable'
    if (refusesApprovals(trade)) return []
    const { sampled, failed } = trade.holders
    const percent = Math.round((100 * failed) / sampled)
    if (failed < FEWEST_FAILED || percent < PERCENT.medium) return []
    const worst = percent >= PERCENT.critical ? 'critical' : percent >= PERCENT.high ? 'high' : 'medium'
    return [
      {
        // A famous token may have frozen accounts among its holders, and says so.
        severity: genuineLabel(subject) ? 'low' : worst,
        description: `${failed} of ${sampled} real holders cannot sell their tokens. Confirmed in simulation.`,
        evidence: {
          token: subject.address,
          sampled,
          failed,
          failedPercent: percent,
          reasons: trade.runs
            .filter((run) => run.scenario === 'holder' && run.failed)
            .map((run) => `${run.account}: ${run.failed?.reason ?? 'no reason'}`)
            .slice(0, MAX_SHOWN),
        },
      },
    ]
  },
})

const MAX_SHOWN = 5
