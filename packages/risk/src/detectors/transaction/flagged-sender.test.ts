import { detectorTest } from '../../testing/detectorTest.ts'
import { account, label, TRADER } from '../../testing/sampleFacts.ts'
import detector from './flagged-sender.ts'

const sanctioned = account(TRADER, { sanctioned: true })

detectorTest(detector, {
  detects: {
    'a sanctioned sender': { mined: true, sender: sanctioned },
    'a thief': { mined: true, sender: account(TRADER, { labels: [label('hacker')] }) },
  },
  clears: {
    'anyone else': { mined: true },
    'a customer who asks before he sends': { mined: false, sender: sanctioned },
  },
  unknowns: { 'lists that did not answer': { mined: true, sender: account(TRADER, { sanctioned: null }) } },
})
