import { detectorTest } from '../../testing/detectorTest.ts'
import { able } from '../../testing/sampleContract.ts'
import detector from './changeable-trading-limit.ts'

detectorTest(detector, {
  detects: { 'limits with an owner': able('limit-change', 'setMaxTx(uint256)') },
  clears: {
    'a plain token': {},
    'limits that were lifted for good': able('limit-change', 'setMaxTx(uint256)', { owner: 'burned' }),
    'another power': able('tax-change', 'setFee(uint256)'),
  },
})
