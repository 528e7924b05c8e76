import { detectorTest } from '../../testing/detectorTest.ts'
import { TRADER } from '../../testing/sampleFacts.ts'
import { personalText } from '../../testing/sampleMessage.ts'
import detector from './unreadable-message.ts'

const bytes = { account: TRADER, method: 'personal_sign', form: { type: 'bytes', bytes: '0xff00fe01' } } as const

detectorTest(detector, {
  detects: {
    'bytes that are no text': {
      message: bytes,
      intents: [{ protocol: null, verifier: null, kind: 'unknown', addresses: [], moves: [], deadline: null }],
    },
    'bytes without an intent': { message: bytes, intents: [] },
  },
  clears: {
    'a text': { ...personalText(), intents: [] },
    'a transaction in bytes, which is another finding': {
      message: bytes,
      intents: [{ protocol: null, verifier: null, kind: 'hidden-transaction', transaction: null, chainId: null }],
    },
    'typed data': {},
  },
})
