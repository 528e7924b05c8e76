import { detectorTest } from '../../detectorTest.ts'
import { run, trade } from '../../sampleContract.ts'
import detector from './non-transferable-token.ts'

const stuck = (sellTax: number | null) => ({ failed: { step: 'transfer', reason: 'not allowed' }, sellTax }) as const

detectorTest(detector, {
  detects: {
    'a token that only whitelisted accounts may move': { trade: trade({}, (scenario) => run(scenario, stuck(null))) },
    'a token that can be sold and not given': {
      trade: trade({}, (scenario) => run(scenario, stuck(0))),
      severity: 'medium',
    },
  },
  clears: {
    'a plain token': {},
    'a launch window, over the next day': {
      trade: trade({}, (scenario) => (scenario === 'day-later' ? run(scenario) : run(scenario, stuck(null)))),
    },
    'a token that could not be bought': {
      trade: trade({}, (scenario) => run(scenario, { failed: { step: 'buy', reason: null } })),
    },
    'what was never traded': { trade: null },
  },
})
