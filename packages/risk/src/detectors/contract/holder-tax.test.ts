import { detectorTest } from '../../testing/detectorTest.ts'
import { run, trade } from '../../testing/sampleContract.ts'
import detector from './holder-tax.ts'

const holders = (highestTax: number | null) => ({
  trade: trade({ holders: { sampled: 10, failed: 0, highestTax, siphoned: 0 } }),
})

detectorTest(detector, {
  detects: {
    'a fee for marked holders': holders(30),
    'a fee that takes all from marked holders': { ...holders(99), severity: 'critical' },
  },
  clears: {
    'a plain token': {},
    'a small difference': holders(12),
    'the same high fee for everybody, which is another finding': {
      trade: trade({ holders: { sampled: 10, failed: 0, highestTax: 25, siphoned: 0 } }, (scenario) =>
        run(scenario, { sellTax: 25 }),
      ),
    },
    'no holder to try': holders(null),
    'what was never traded': { trade: null },
  },
})
