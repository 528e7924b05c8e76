import type { LaterSale } from '../../facts/trade.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { run, trade } from '../../testing/sampleContract.ts'
import detector from './time-dependent-sell-block.ts'

const sale = (more: Partial<LaterSale> = {}): LaterSale => ({
  kind: 'moment',
  waitedSeconds: 21_600,
  purchases: 0,
  failed: null,
  sellTax: 1,
  ...more,
})
const closed: Partial<LaterSale> = { failed: { step: 'sell', reason: 'asleep' }, sellTax: null }
const taxed = (later: LaterSale) => ({ trade: trade({ later: [later] }, (scenario) => run(scenario, { sellTax: 2 })) })

detectorTest(detector, {
  detects: {
    'sales at some hours only': { trade: trade({ later: [sale(), sale(closed)] }), severity: 'high' },
    'a fee that grows from the first day on': {
      trade: trade({ later: [sale({ kind: 'time', sellTax: 40 })] }, (scenario) =>
        run(scenario, { sellTax: scenario === 'day-later' ? 4 : 1 }),
      ),
      severity: 'high',
      says: /loses up to 40 % when sold at another time, but 1 % at once, and 4 % within a day/,
    },
    'a fee that rises in a month': { ...taxed(sale({ kind: 'time', sellTax: 30 })), severity: 'high' },
    'a fee that takes nearly everything after a crowd': {
      ...taxed(sale({ kind: 'purchases', purchases: 60, sellTax: 99 })),
      severity: 'critical',
    },
  },
  clears: {
    'a plain token': { trade: trade({ later: [sale(), sale({ kind: 'time' })] }) },
    'a fee that differs by the hour': taxed(sale({ sellTax: 4 })),
    'a fee that ends': taxed(sale({ kind: 'time', sellTax: 0 })),
    'a purchase by others that failed': { trade: trade({ later: [sale({ failed: { step: 'buy', reason: null } })] }) },
    'what was never traded': { trade: null },
  },
})
