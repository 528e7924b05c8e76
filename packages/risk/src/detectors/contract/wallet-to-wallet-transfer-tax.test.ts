import { detectorTest } from '../../testing/detectorTest.ts'
import { run, trade } from '../../testing/sampleContract.ts'
import detector from './wallet-to-wallet-transfer-tax.ts'

const taxed = (transferTax: number | null) => ({ trade: trade({}, (scenario) => run(scenario, { transferTax })) })

detectorTest(detector, {
  detects: {
    'an eighth kept': taxed(12.5),
    'a quarter kept': { ...taxed(25), severity: 'high' },
    'all of it kept': { ...taxed(100), severity: 'critical' },
  },
  clears: {
    'a plain token': {},
    'a published fee of two percent': taxed(2),
    'the rounding of a rebasing token': taxed(0.01),
    'what was never traded': { trade: null },
  },
})
