import { detectorTest } from '../../testing/detectorTest.ts'
import { run, trade } from '../../testing/sampleContract.ts'
import detector from './buy-tax.ts'

const taxed = (buyTax: number | null) => ({ trade: trade({}, (scenario) => run(scenario, { buyTax })) })

detectorTest(detector, {
  detects: {
    'a tenth kept': taxed(10),
    'a quarter kept': { ...taxed(25), severity: 'high' },
    'most of it kept': { ...taxed(99), severity: 'critical' },
    'a fee on large purchases only': {
      trade: trade({}, (scenario) => run(scenario, { buyTax: scenario === 'large' ? 30 : 0 })),
      severity: 'high',
    },
  },
  clears: {
    'a plain token': {},
    'a published fee of five percent': taxed(5),
    'the rounding of a rebasing token': taxed(0.0001),
    'a launch fee that is over the next day': {
      trade: trade({}, (scenario) => run(scenario, { buyTax: scenario === 'day-later' ? 5 : 25 })),
    },
    'what was never traded': { trade: null },
  },
})
