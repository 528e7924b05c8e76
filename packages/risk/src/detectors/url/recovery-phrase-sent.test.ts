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
    'a private key alone': sends('key'),
    'a phrase to one server and all words to another': {
      severity: 'high',
      browsing: browsing({
        typed: [
          { kind: 'sentence', host: 'log.elsewhere.test', channel: 'fetch' },
          { kind: 'phrase', host: 'else.example', channel: 'fetch' },
        ],
      }),
    },
    'a seed beside other words': {
      browsing: browsing({
        typed: [
          { kind: 'sentence', host: 'else.example', channel: 'fetch' },
          { kind: 'phrase', host: 'else.example', channel: 'fetch', derived: true },
        ],
      }),
    },
    'an unreadable message': {
      severity: 'high',
      browsing: browsing({ typed: [{ kind: 'phrase', host: 'else.example', channel: 'fetch', sealed: true }] }),
    },
  },
  clears: {
    'a form whose servers share the words out': {
      browsing: browsing({
        typed: [
          { kind: 'sentence', host: 'api.else.example', channel: 'fetch' },
          { kind: 'phrase', host: 'www.else.example:8443', channel: 'fetch' },
        ],
      }),
    },
    'a form that sends any words': sends('sentence', 'phrase'),
    'a form for keys of any kind': sends('sentence', 'key'),
    'a login': sends('password'),
    nothing: {},
  },
})
