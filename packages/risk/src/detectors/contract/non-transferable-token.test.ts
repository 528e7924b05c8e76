import type { TradeRun } from '../../facts/trade.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { run, trade } from '../../testing/sampleContract.ts'
import detector from './non-transferable-token.ts'

const REFUSED = { step: 'transfer', reason: 'not allowed' } as const
const early = run('fresh', { failed: REFUSED, transferTax: null })

/** As execution tells it: the first buyer tries a transfer, and so does who waited, if the first one's was refused. */
const traded = (dayLater: Partial<TradeRun>, sellTax: number | null = 0) =>
  trade({}, (scenario) => {
    if (scenario === 'fresh') return { ...early, sellTax }
    return run(scenario, { transferTax: null, sellTax, ...(scenario === 'day-later' && dayLater) })
  })

detectorTest(detector, {
  detects: {
    'a token that can be sold and not given': { trade: traded({ failed: REFUSED }), severity: 'medium' },
    'a token that only whitelisted accounts may move': { trade: traded({ failed: REFUSED }, null) },
    'a receipt that refuses approvals, without a market': {
      trade: trade({ pool: { ...trade({}).pool, made: true } }, (scenario) =>
        run(scenario, { failed: { step: 'approve', reason: null }, sellTax: null }),
      ),
      severity: 'medium',
    },
  },
  clears: {
    'a plain token': {},
    'a launch window, over the next day': { trade: traded({ transferTax: 0 }) },
    'a transfer that was not tried again': { trade: traded({}) },
    'a token that could not be bought': {
      trade: trade({}, (scenario) => run(scenario, { failed: { step: 'buy', reason: null }, transferTax: null })),
    },
    'what was never traded': { trade: null },
  },
})
