import { detectorTest } from '../../testing/detectorTest.ts'
import { able } from '../../testing/sampleContract.ts'
import detector from './changeable-tax.ts'

detectorTest(detector, {
  detects: {
    'a fee with an owner': able('tax-change', 'setFee(uint256)'),
    'a fee that only the code still has': able('tax-change', 'setFee(uint256)', { state: 'potential' }),
    'a fee that a multisig sets': { ...able('tax-change', 'setFee(uint256)', { owner: 'multisig' }), severity: 'info' },
  },
  clears: {
    'a plain token': {},
    'a fee whose ownership is renounced': able('tax-change', 'setFee(uint256)', { owner: 'burned' }),
    'another power': able('pause', 'pause()'),
  },
})
