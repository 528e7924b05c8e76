import { detectorTest } from '../../testing/detectorTest.ts'
import { able, capability, privileged } from '../../testing/sampleContract.ts'
import { ZERO } from '../../testing/sampleFacts.ts'
import detector from './hidden-owner.ts'

const renounced = privileged({ address: ZERO, account: 'burned' })

detectorTest(detector, {
  detects: {
    'an account in storage': able('hidden-owner', 'setFee(uint256)'),
    'a former owner who can still mint': {
      capabilities: [capability('mint', 'mint(address,uint256)', { call: { callerRole: 'former-owner' } })],
      privileged: [renounced],
    },
    'code for it that did not work now': {
      ...able('hidden-owner', 'setFee(uint256)', { state: 'potential' }),
      severity: 'medium',
    },
  },
  clears: {
    'a plain token, renounced': {},
    'a declared role beside a renounced owner': {
      capabilities: [capability('mint', 'mint(address,uint256)', { call: { callerRole: 'role' } })],
      privileged: [renounced, privileged({ by: 'MINTER_ROLE' })],
    },
    'an owner in plain sight': able('mint', 'mint(address,uint256)'),
  },
})
