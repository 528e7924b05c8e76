import { detectorTest } from '../../testing/detectorTest.ts'
import { STRANGER, TRADER } from '../../testing/sampleFacts.ts'
import { execution, personalText, signIn, typedData } from '../../testing/sampleMessage.ts'
import detector from './replayable-signature.ts'

detectorTest(detector, {
  detects: {
    'a permit for every network': typedData({ chainId: null }),
    'a permit for every contract': typedData({ verifyingContract: null }),
    'an old Safe': {
      severity: 'low',
      ...typedData({ chainId: null }),
      intents: [execution({ protocol: 'Safe 1.1.1' })],
    },
  },
  clears: {
    'a permit bound to both': {},
    'a bridged token with the network in its salt': typedData({ chainId: null, salt: `0x${'0'.repeat(62)}89` }),
    'a Snapshot vote, which is bound to neither': {
      ...typedData({ name: 'snapshot', chainId: null, verifyingContract: null }),
      intents: [{ protocol: 'Snapshot', verifier: null, kind: 'vote', delegate: null, deadline: null }],
    },
    'an EIP-7702 authorization, which names its network and its code': {
      ...typedData({ verifyingContract: null }),
      intents: [
        {
          protocol: 'EIP-7702',
          verifier: null,
          kind: 'delegation',
          account: TRADER,
          delegate: STRANGER,
          chainId: 1n,
          nonce: 0n,
        },
      ],
    },
    'a text': { ...personalText(), intents: [signIn()] },
  },
})
