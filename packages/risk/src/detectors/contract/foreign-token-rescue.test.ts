import { detectorTest } from '../../testing/detectorTest.ts'
import { able } from '../../testing/sampleContract.ts'
import detector from './foreign-token-rescue.ts'

detectorTest(detector, {
  detects: { 'a rescue function': able('foreign-token-rescue', 'rescueTokens(address)') },
  clears: { 'a plain token': {}, 'a withdrawal of deposits': able('withdraw-others-funds', 'withdraw()') },
})
