import { detectorTest } from '../../detectorTest.ts'
import { STRANGER } from '../../sampleFacts.ts'
import { signIn } from '../../sampleMessage.ts'
import detector from './sign-in-address-mismatch.ts'

detectorTest(detector, {
  detects: { 'another account': { intents: [signIn({ address: STRANGER })] } },
  clears: {
    'the account that signs': { intents: [signIn()] },
    'a text that names no account': { intents: [signIn({ address: null })] },
    'a permit': {},
  },
})
