import { NO_RENOUNCEMENT_LOG } from '../../contract/capabilityHits.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { able, privileged, proxy } from '../../testing/sampleContract.ts'
import { ZERO } from '../../testing/sampleFacts.ts'
import detector from './renounced-ownership.ts'

const burned = privileged({ address: ZERO, account: 'burned' })

detectorTest(detector, {
  detects: { 'a renounced token': {} },
  clears: {
    'a logic contract that was not initialised': {
      privileged: [{ ...burned, by: `owner() (${NO_RENOUNCEMENT_LOG})` }],
    },
    'an owner with a key': { privileged: [privileged()] },
    'a token that never had an owner': { privileged: [] },
    'a role beside the renounced owner': { privileged: [burned, privileged({ by: 'MINTER_ROLE' })] },
    'a former owner who can still mint': {
      privileged: [burned],
      capabilities: able('mint', 'mint(address,uint256)').capabilities,
    },
    'a proxy that can be upgraded': { privileged: [burned], proxy: proxy() },
  },
})
