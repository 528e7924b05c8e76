import { detectorTest } from '../../testing/detectorTest.ts'
import { personalText, typedData } from '../../testing/sampleMessage.ts'
import detector from './unsigned-typed-data-members.ts'

detectorTest(detector, {
  detects: {
    'a note beside a permit': typedData({}, ['note']),
    'several beside an unknown type': { ...typedData({}, ['a', 'b.c', 'd', 'e', 'f']), intents: [] },
    'one beside a vote': {
      severity: 'low',
      ...typedData({}, ['metadata']),
      intents: [{ protocol: 'Snapshot', verifier: null, kind: 'vote', delegate: null, deadline: null }],
    },
  },
  clears: { 'typed data with its members and no more': {}, 'a text': personalText() },
})
