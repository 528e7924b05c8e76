import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER } from '../../testing/sampleContract.ts'
import detector from './settable-delegate.ts'

const SET = 'setLogic(address)'

detectorTest(detector, {
  detects: {
    'an owner who sets the delegate': able('settable-delegate', SET),
    'anyone may': { ...able('settable-delegate', SET, { call: BY_UNPRIVILEGED_CALLER }), severity: 'critical' },
    'anyone may upgrade it': {
      ...able('upgrade', 'initialize(address)', { call: BY_UNPRIVILEGED_CALLER }),
      severity: 'critical',
    },
    'the code has it': { ...able('settable-delegate', SET, { state: 'potential' }), severity: 'medium' },
  },
  clears: {
    'a plain token': {},
    'a declared upgrade by its admin, which is another finding': able('upgrade', 'upgradeTo(address)'),
    'a delegate fixed for ever': able('settable-delegate', SET, { owner: 'burned' }),
  },
})
