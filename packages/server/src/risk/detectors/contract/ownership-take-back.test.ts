import { detectorTest } from '../../detectorTest.ts'
import { able } from '../../sampleContract.ts'
import detector from './ownership-take-back.ts'

detectorTest(detector, {
  detects: {
    'a former owner who takes it back': able('take-back', 'unlock()', { call: { callerRole: 'former-owner' } }),
    'a lock that has not run out': { ...able('take-back', 'unlock()', { state: 'potential' }), severity: 'medium' },
  },
  clears: {
    'a plain token, renounced': {},
    'an owner who never left': able('mint', 'mint(address,uint256)'),
  },
})
