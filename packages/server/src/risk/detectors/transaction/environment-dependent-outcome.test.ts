import { detectorTest } from '../../detectorTest.ts'
import type { SimulationEnvironment } from '../../facts.ts'
import { simulation } from '../../sampleFacts.ts'
import detector from './environment-dependent-outcome.ts'

const ran = (...environments: Partial<SimulationEnvironment>[]) => ({
  simulation: simulation({
    environments: environments.map((one) => ({
      name: 'other builder',
      varies: ['COINBASE', 'PREVRANDAO'],
      success: true,
      gasUsed: 21_000n,
      sameOutcome: true,
      ...one,
    })),
  }),
})

detectorTest(detector, {
  detects: {
    'another outcome under another builder': ran({}, { sameOutcome: false }),
    'another outcome at another time only': {
      ...ran({ varies: ['TIMESTAMP', 'NUMBER'], sameOutcome: false }),
      severity: 'low',
    },
    'both at once': {
      ...ran({ varies: ['TIMESTAMP'], sameOutcome: false }, { varies: ['TIMESTAMP', 'COINBASE'], sameOutcome: false }),
      severity: 'critical',
    },
  },
  clears: {
    'the same outcome everywhere': ran({}, { varies: ['TIMESTAMP'] }),
    'a run that reads nothing of the environment': ran(),
    'another amount of gas for the same outcome': ran({ gasUsed: 30_000n }),
  },
})
