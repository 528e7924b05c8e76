import type { TypedSecret } from '../../facts/browsing.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './recovery-phrase-sent.ts'

const sends = (...kinds: TypedSecret['kind'][]) => ({
  browsing: browsing({ typed: kinds.map((kind) => ({ kind, host: 'else.example', channel: 'fetch' as const })) }),
})

detectorTest(detector, {
  detects: {
    'a phrase alone': sends('phrase'),
    'a phrase and a password': sends('phrase', 'password'),
    'an unreadable message': {
      severity: 'high',
      browsing: browsing({ typed: [{ kind: 'phrase', host: 'else.example', channel: 'fetch', sealed: true }] }),
    },
  },
  clears: { 'a form that sends any words': sends('sentence', 'phrase'), 'a login': sends('password'), nothing: {} },
})
