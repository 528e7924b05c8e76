import { detectorTest } from '../../testing/detectorTest.ts'
import { ETHER, pay, STRANGER } from '../../testing/sampleFacts.ts'
import { personalText, signIn } from '../../testing/sampleMessage.ts'
import detector from './hidden-transaction.ts'

const hidden = { protocol: null, verifier: null, kind: 'hidden-transaction' } as const
const { transaction } = pay(STRANGER, ETHER)

detectorTest(detector, {
  detects: {
    'a payment in a personal message': { ...personalText(), intents: [{ ...hidden, transaction, chainId: 1n }] },
    'one of another network': { ...personalText(), intents: [{ ...hidden, transaction, chainId: 137n }] },
    'one that only its hash shows': { ...personalText(), intents: [{ ...hidden, transaction: null, chainId: null }] },
  },
  clears: {
    'a sign-in': { ...personalText(), intents: [signIn()] },
    'a text without meaning for a chain': { ...personalText(), intents: [] },
  },
})
