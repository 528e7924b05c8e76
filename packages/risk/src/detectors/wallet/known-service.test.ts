import { detectorTest } from '../../testing/detectorTest.ts'
import { account, label, router, TRADER } from '../../testing/sampleFacts.ts'
import { exchange, scammer } from '../../testing/sampleWallet.ts'
import detector from './known-service.ts'

detectorTest(detector, {
  detects: { 'an exchange': { subject: exchange() }, 'a router': { subject: router() } },
  clears: {
    'a trader': {},
    'a scammer who calls himself an exchange': {
      subject: { ...scammer(), labels: [...scammer().labels, label('exchange')] },
    },
    'a name that anyone may have submitted': {
      subject: account(TRADER, { labels: [{ ...label('exchange'), confidence: 'low' }] }),
    },
    'a person whom a list calls a protocol': { subject: account(TRADER, { labels: [label('defi_protocol')] }) },
  },
})
