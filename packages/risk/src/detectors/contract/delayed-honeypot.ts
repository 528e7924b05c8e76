import { salesOf } from '../../contract/openMint.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { LaterSale } from '../../facts/trade.ts'

export default defineDetector({
  id: 'delayed-honeypot',
  title: 'Delayed honeypot',
  why: 'You can sell the token at once, but not after some time or some purchases: a trap that passes every quick test.',
  advice: 'Do not buy it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'sale',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null) return 'not-applicable'
    const { reached, failed } = salesOf(trade)
    const isLater = ({ scenario }: { scenario: string }) => LATER.includes(scenario)
    const soldAtOnce = reached.some((run) => AT_ONCE.includes(run.scenario) && run.sellTax !== null)
    const stopped = failed.filter(isLater)
    // A sale that fails in the next block and works the next day is a pause between trades, which another detector reports.
    const waits = stopped.length === 1 && stopped[0]?.scenario === 'next-block'
    const ended = trade.later.filter(({ kind, failed: at }) => kind !== 'moment' && at !== null && at.step !== 'buy')
    if (ended.length === 0 && (!soldAtOnce || stopped.length === 0 || waits)) return []
    return [
      {
        description: `The token can be sold at once, but not ${[...stopped.map(({ scenario }) => WORDS[scenario] ?? scenario), ...ended.map(whenText)].join(' or ')}.`,
        evidence: {
          token: subject.address,
          pool: trade.pool.address,
          attempts: [
            ...stopped.map(({ scenario, failed: at }) => `${scenario}: ${at?.reason ?? 'no reason'}`),
            ...ended.map((sale) => `${whenText(sale)}: ${sale.failed?.reason ?? 'no reason'}`),
          ],
        },
      },
    ]
  },
})

const AT_ONCE: readonly string[] = ['fresh', 'small']
const LATER: readonly string[] = ['next-block', 'day-later', 'after-buys']
const WORDS: Readonly<Record<string, string>> = {
  'next-block': 'in the next block',
  'day-later': 'a day later',
  'after-buys': 'after a few more purchases',
}

const DAY = 86_400

function whenText({ kind, waitedSeconds, purchases }: LaterSale): string {
  return kind === 'purchases'
    ? `after ${purchases} ${purchases === 1 ? 'purchase' : 'purchases'}`
    : `${Math.floor((waitedSeconds ?? 0) / DAY)} days later`
}
