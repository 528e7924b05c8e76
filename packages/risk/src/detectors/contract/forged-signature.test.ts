import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER } from '../../testing/sampleContract.ts'
import detector from './forged-signature.ts'

detectorTest(detector, {
  detects: {
    'a signature of zeros that opens the contract': able('forged-signature', 'execute(address,bytes,bytes)', {
      call: BY_UNPRIVILEGED_CALLER,
    }),
  },
  clears: {
    'a plain token': {},
    'a signer that was set, and signs withdrawals': able('withdraw-others-funds', 'settle(address,uint256,bytes)'),
  },
})
