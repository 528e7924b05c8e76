import { detectorTest } from '../../testing/detectorTest.ts'
import { run, trade } from '../../testing/sampleContract.ts'
import detector from './sell-tax.ts'

const taxed = (sellTax: number | null) => ({ trade: trade({}, (scenario) => run(scenario, { sellTax })) })

detectorTest(detector, {
  detects: {
    'a tenth kept': taxed(10),
    'a fifth kept': { ...taxed(20), severity: 'high' },
    'nearly all kept': { ...taxed(99), severity: 'critical' },
    'a fee that is raised a day later': {
      trade: trade({}, (scenario) => run(scenario, { sellTax: scenario === 'day-later' ? 60 : 1 })),
      severity: 'critical',
    },
  },
  clears: {
    'a plain token': {},
    'a published fee of three percent': taxed(3),
    'an early-sale fee that is over the next day': {
      trade: trade({}, (scenario) => run(scenario, { sellTax: scenario === 'day-later' ? 2 : 30 })),
    },
    'a sale that was not reached': taxed(null),
    'what was never traded': { trade: null },
  },
})
