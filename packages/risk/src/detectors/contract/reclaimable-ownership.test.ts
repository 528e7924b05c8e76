import { NO_RENOUNCEMENT_LOG } from '../../contract/capabilityHits.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER, capability, privileged, TOKEN } from '../../testing/sampleContract.ts'
import detector from './reclaimable-ownership.ts'

detectorTest(detector, {
  detects: {
    'a former owner who takes it back': able('take-back', 'unlock()', { call: { callerRole: 'former-owner' } }),
    'a lock that has not run out': { ...able('take-back', 'unlock()', { state: 'potential' }), severity: 'medium' },
    'a proxy’s logic that was not initialised': {
      capabilities: [capability('take-back', 'initialize(address)', { call: BY_UNPRIVILEGED_CALLER })],
      privileged: [privileged({ account: 'burned', by: `owner() (${NO_RENOUNCEMENT_LOG})` })],
      severity: 'low',
    },
    'one that its maker owns again': {
      capabilities: [capability('take-back', 'unlock()', { call: { callerRole: 'role' } })],
      privileged: [
        privileged({ address: TOKEN, account: 'burned', by: `owner() (${NO_RENOUNCEMENT_LOG})` }),
        privileged(),
      ],
    },
  },
  clears: {
    'a plain token, renounced': {},
    'an owner who never left': able('mint', 'mint(address,uint256)'),
  },
})
