import { salesOf } from '../../contract/salesOf.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'delayed-honeypot',
  title: 'Sales stop after a while',
  why: 'The token sells at once, and no more after some time or some purchases: a trap that passes every quick test.',
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
    // What fails the next block and works the next day is a pause between trades, which has a finding of its own.
    const waits = stopped.length === 1 && stopped[0]?.scenario === 'next-block'
    if (!soldAtOnce || stopped.length === 0 || waits) return []
    return [
      {
        description: `It was sold at once, and could not be sold ${stopped.map(({ scenario }) => WORDS[scenario] ?? scenario).join(' or ')}.`,
        evidence: {
          token: subject.address,
          pool: trade.pool.address,
          attempts: stopped.map(({ scenario, failed: at }) => `${scenario}: ${at?.reason ?? 'no reason'}`),
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
