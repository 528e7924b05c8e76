import { detectorTest } from '../../testing/detectorTest.ts'
import { ETHER, FRIEND, pay } from '../../testing/sampleFacts.ts'
import detector from './unusable-nonce.ts'

detectorTest(detector, {
  detects: {
    'a nonce that was used': pay(FRIEND, ETHER, { nonce: 6n }),
    'a nonce ahead': { ...pay(FRIEND, ETHER, { nonce: 9n }), severity: 'low' },
  },
  clears: { 'the next nonce': pay(FRIEND, ETHER, { nonce: 7n }), 'no nonce given': {} },
})
