import { detectorTest } from '../../detectorTest.ts'
import type { SimulationEnvironment } from '../../facts.ts'
import { simulation } from '../../sampleFacts.ts'
import detector from './environment-dependent-outcome.ts'

const ran = (...environments: Partial<SimulationEnvironment>[]) => ({
  simulation: simulation({
    environments: environments.map((one) => ({
      name: 'other-builder',
      kind: 'builder',
      varies: ['COINBASE', 'PREVRANDAO'],
      success: true,
      gasUsed: 21_000n,
      sameOutcome: true,
      worse: false,
      ...one,
    })),
  }),
})
const LATER: Partial<SimulationEnvironment> = {
  kind: 'later',
  name: 'a-day-later',
  varies: ['TIMESTAMP', 'NUMBER', 'BLOCKHASH'],
}

detectorTest(detector, {
  detects: {
    'another outcome under another builder': ran({}, { sameOutcome: false }),
    'another outcome under another builder, where another run could not be made': ran(
      { sameOutcome: null },
      { sameOutcome: false },
    ),
    'a deadline, as a note': { ...ran({}, { ...LATER, sameOutcome: false, success: false }), severity: 'info' },
    'another outcome at another time only': { ...ran({ ...LATER, sameOutcome: false }), severity: 'low' },
    'a later run that takes more': { ...ran({ ...LATER, sameOutcome: false, worse: true }), severity: 'high' },
    'both at once': {
      ...ran({ ...LATER, sameOutcome: false }, { varies: ['TIMESTAMP', 'COINBASE'], sameOutcome: false }),
      severity: 'critical',
    },
  },
  clears: {
    'the same outcome everywhere': ran({}, LATER),
    'a run that reads nothing of the environment': ran(),
    'another amount of gas for the same outcome': ran({ gasUsed: 30_000n }),
  },
  unknowns: {
    'a run that could not be made': ran({ sameOutcome: null, success: false }, { ...LATER, sameOutcome: false }),
  },
})
