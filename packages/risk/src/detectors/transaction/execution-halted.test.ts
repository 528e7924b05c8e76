import { detectorTest } from '../../testing/detectorTest.ts'
import { failure } from '../../testing/sampleFacts.ts'
import detector from './execution-halted.ts'

detectorTest(detector, {
  detects: {
    'too little gas': { simulation: failure('out of gas', { outcome: 'halted', gasUsed: 100n, gasLimit: 100n }) },
    'an invalid instruction': { simulation: failure('invalid opcode', { outcome: 'halted' }) },
  },
  clears: { 'a success': {}, 'a revert, which is another finding': { simulation: failure('no') } },
})
