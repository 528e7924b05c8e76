import { detectorTest } from '../../testing/detectorTest.ts'
import { ALL_FAILS, able, BY_UNPRIVILEGED_CALLER, flip } from '../../testing/sampleContract.ts'
import detector from './pausable-transfers.ts'

detectorTest(detector, {
  detects: {
    'a brake without trades': {
      ...able('pause', 'pause()'),
      trade: null,
      switches: [flip('pause()', { effect: 'stops-transfers', after: ALL_FAILS })],
    },
    'OpenZeppelin Pausable': able('pause', 'pause()'),
    'a brake that anyone may pull': {
      ...able('pause', 'pause()', { call: BY_UNPRIVILEGED_CALLER }),
      severity: 'medium',
    },
    'a brake behind a timelock': { ...able('pause', 'pause()', { owner: 'timelock' }), severity: 'info' },
  },
  clears: {
    'a brake that the finding about what it did tells': {
      ...able('pause', 'pause()'),
      switches: [flip('pause()', { effect: 'stops-transfers', after: ALL_FAILS })],
    },
    'a plain token': {},
    'a brake that no account holds any more': able('pause', 'pause()', { owner: 'burned' }),
    'another power': able('mint', 'mint(address,uint256)'),
  },
})
