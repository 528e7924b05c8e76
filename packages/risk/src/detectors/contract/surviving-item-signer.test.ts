import { detectorTest } from '../../testing/detectorTest.ts'
import { able } from '../../testing/sampleContract.ts'
import detector from './surviving-item-signer.ts'

const EXECUTE = 'execute(address,uint256,bytes,uint8)'

detectorTest(detector, {
  detects: {
    'a signer that the seller named': {
      ...able('withdraw-others-funds', EXECUTE, { afterSale: true }),
      severity: 'high',
      says: /can still take what the account of this item holds once the item is sold, by calling execute/,
    },
  },
  clears: {
    'a plain token': {},
    'a withdrawal of deposits, which is another finding': able('withdraw-others-funds', 'withdraw()'),
  },
})
