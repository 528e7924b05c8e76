import { detectorTest } from '../../detectorTest.ts'
import { able, BY_STRANGER } from '../../sampleContract.ts'
import detector from './pausable-transfers.ts'

detectorTest(detector, {
  detects: {
    'OpenZeppelin Pausable': able('pause', 'pause()'),
    'a brake that anybody may pull': { ...able('pause', 'pause()', { call: BY_STRANGER }), severity: 'medium' },
    'a brake behind a timelock': { ...able('pause', 'pause()', { owner: 'timelock' }), severity: 'info' },
  },
  clears: {
    'a plain token': {},
    'a brake that nobody holds any more': able('pause', 'pause()', { owner: 'burned' }),
    'another power': able('mint', 'mint(address,uint256)'),
  },
})
