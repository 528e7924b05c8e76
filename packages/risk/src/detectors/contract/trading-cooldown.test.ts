import { detectorTest } from '../../testing/detectorTest.ts'
import { DAY, run, trade, unsold } from '../../testing/sampleContract.ts'
import detector from './trading-cooldown.ts'

const waits = (cooldownSeconds: number | null) => ({
  trade: trade({ limits: { maxBuy: null, maxSell: null, maxHolding: null, cooldownSeconds } }),
})

detectorTest(detector, {
  detects: {
    'a minute against bots': waits(60),
    'a week': { ...waits(7 * DAY), severity: 'medium' },
    'a year': { ...waits(365 * DAY), severity: 'high' },
    'a wait that was not measured': {
      trade: trade({}, (scenario) => (scenario === 'next-block' ? unsold(scenario) : run(scenario))),
    },
  },
  clears: {
    'a plain token': {},
    'a limit: only the large sale fails': {
      trade: trade({}, (scenario) => (scenario === 'large' ? unsold(scenario) : run(scenario))),
    },
    'what was never traded': { trade: null },
  },
})
