import { detectorTest } from '../../testing/detectorTest.ts'
import { TRADER } from '../../testing/sampleFacts.ts'
import { personalText, signIn } from '../../testing/sampleMessage.ts'
import detector from './blind-signature.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const blind = { protocol: null, verifier: null, kind: 'blind', hash } as const
const form = { type: 'hash', hash } as const

detectorTest(detector, {
  detects: {
    'eth_sign of a hash': { message: { account: TRADER, method: 'eth_sign', form }, intents: [blind] },
    'eth_sign of anything': {
      message: { account: TRADER, method: 'eth_sign', form: { type: 'bytes', bytes: '0x01' } },
      intents: [],
    },
    'personal_sign of a hash': {
      severity: 'high',
      message: { account: TRADER, method: 'personal_sign', form },
      intents: [blind],
    },
    'a message of a Safe, of which only the hash is signed': { severity: 'medium', intents: [blind] },
  },
  clears: { 'a text that says what it is': { ...personalText(), intents: [signIn()] }, 'typed data': {} },
})
