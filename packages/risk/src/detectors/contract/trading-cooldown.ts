import { salesOf } from '../../contract/openMint.ts'
import { defineDetector } from '../../engine/detector.ts'

/** Seconds. */
const DAY = 86_400
const MONTH = 30 * DAY

export default defineDetector({
  id: 'trading-cooldown',
  title: 'Trading cooldown between buy and sell',
  why: 'One account must wait some time between two trades. A block or a minute keeps bots away; days lock holders in.',
  advice: 'Do not buy it if you may need to sell quickly.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'high',
  family: 'limits',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null) return 'not-applicable'
    const { reached, failed, patientFailed } = salesOf(trade)
    const seconds = trade.limits.cooldownSeconds
    // Nothing was measured, and still only who waited could sell.
    const seen = seconds === null && failed.length > 0 && failed.length < reached.length && !patientFailed
    const early = failed.some(({ scenario }) => scenario === 'fresh' || scenario === 'next-block')
    if (seconds === null && !(seen && early)) return []
    const severity = seconds === null || seconds <= DAY ? 'low' : seconds <= MONTH ? 'medium' : 'high'
    return [
      {
        severity,
        description:
          seconds === null
            ? 'A sale right after the purchase fails; one a day later succeeds.'
            : `${seconds} seconds must pass between a purchase and a sale.`,
        evidence: {
          token: subject.address,
          cooldownSeconds: seconds,
          failed: failed.map(({ scenario }) => scenario),
        },
      },
    ]
  },
})
