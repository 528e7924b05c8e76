import { detectorTest } from '../../testing/detectorTest.ts'
import { failure } from '../../testing/sampleFacts.ts'
import detector from './reverting-transaction.ts'

detectorTest(detector, {
  detects: {
    'a revert with a reason': { simulation: failure('Pausable: paused') },
    'a revert without one': { simulation: failure(null) },
  },
  clears: {
    'a success': {},
    'a halt, which is another finding': { simulation: failure('out of gas', { outcome: 'halted' }) },
  },
})
