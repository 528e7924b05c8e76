import type { TypedSecret } from '../../facts/browsing.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './password-sent-covertly.ts'

const sends = (kind: TypedSecret['kind'], channel: TypedSecret['channel']) => ({
  browsing: browsing({ typed: [{ kind, host: 'else.example', channel }] }),
})

detectorTest(detector, {
  detects: { 'as a picture': sends('password', 'image'), 'as a beacon': sends('password', 'beacon') },
  clears: {
    'a login that waits for an answer': sends('password', 'fetch'),
    'a form': sends('password', 'form'),
    'other words in a picture’s address': sends('sentence', 'image'),
    nothing: {},
  },
})
