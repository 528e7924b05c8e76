import { detectorTest } from '../../testing/detectorTest.ts'
import { account, label, TRADER } from '../../testing/sampleFacts.ts'
import { scammer } from '../../testing/sampleWallet.ts'
import detector from './flagged-wallet.ts'

detectorTest(detector, {
  detects: {
    'a listed scammer': { subject: scammer() },
    'a thief whom an exchange also calls its own': {
      subject: account(TRADER, { labels: [label('hacker'), label('exchange')] }),
    },
    'anyone’s submission': {
      subject: account(TRADER, { labels: [{ ...label('scammer'), confidence: 'low' }] }),
      severity: 'high',
    },
  },
  clears: {
    'a trader': {},
    'an exchange': { subject: account(TRADER, { labels: [label('exchange')] }) },
    'a mixer, which is another matter': { subject: account(TRADER, { labels: [label('mixer')] }) },
    'a sanctioned address, which is another finding': { subject: account(TRADER, { sanctioned: true }) },
  },
})
