import { detectorTest } from '../../testing/detectorTest.ts'
import { failure } from '../../testing/sampleFacts.ts'
import detector from './rejected-transaction.ts'

detectorTest(detector, {
  detects: {
    'a fee below the base fee': {
      simulation: failure('max fee per gas less than block base fee', { outcome: 'rejected' }),
    },
    'a rejection without a reason': { simulation: failure(null, { outcome: 'rejected' }) },
  },
  clears: { 'a success': {}, 'a revert, which is another finding': { simulation: failure('no') } },
})
