import { detectorTest } from '../../testing/detectorTest.ts'
import { run, trade } from '../../testing/sampleContract.ts'
import detector from './blocked-token-purchase.ts'

const unbought = { failed: { step: 'buy', reason: 'trading is not open' }, buyTax: null, sellTax: null } as const

detectorTest(detector, {
  detects: { 'a token whose trading is not open': { trade: trade({}, (scenario) => run(scenario, unbought)) } },
  clears: {
    'a plain token': {},
    'a limit on large purchases': {
      trade: trade({}, (scenario) => (scenario === 'large' ? run(scenario, unbought) : run(scenario))),
    },
    'what was never traded': { trade: null },
  },
})
