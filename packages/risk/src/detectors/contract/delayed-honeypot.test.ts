import type { LaterSale } from '../../facts/trade.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { run, trade, unsold } from '../../testing/sampleContract.ts'
import detector from './delayed-honeypot.ts'

const failing = (...scenarios: string[]) => ({
  trade: trade({}, (scenario) => (scenarios.includes(scenario) ? unsold(scenario) : run(scenario))),
})

const ended = (kind: LaterSale['kind']): LaterSale => ({
  kind,
  waitedSeconds: 3_456_000,
  purchases: 0,
  sellTax: null,
  failed: { step: 'sell', reason: 'set' },
})

detectorTest(detector, {
  detects: {
    'a sale that works today and not tomorrow': failing('day-later'),
    'a sale that works until others have bought': failing('after-buys'),
    'a sale that works in the same block only': failing('next-block', 'day-later', 'after-buys'),
    'a sale that works for a month': { trade: trade({ later: [ended('time')] }) },
    'a sale that works until a crowd is inside': { trade: trade({ later: [ended('purchases')] }) },
  },
  clears: {
    'office hours, which have a finding of their own': { trade: trade({ later: [ended('moment')] }) },
    'a plain token': {},
    'one sale a block': failing('next-block'),
    'a cool-down, which fails at once too': failing('fresh', 'small', 'next-block', 'after-buys'),
    'what was never traded': { trade: null },
  },
})
