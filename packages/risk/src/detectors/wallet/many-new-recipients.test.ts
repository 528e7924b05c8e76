import { detectorTest } from '../../testing/detectorTest.ts'
import { account, label, TRADER } from '../../testing/sampleFacts.ts'
import { activity } from '../../testing/sampleWallet.ts'
import detector from './many-new-recipients.ts'

detectorTest(detector, {
  detects: { 'dust to forty strangers': { walletActivity: activity({ firstPaid: { parties: 41, dust: 40 } }) } },
  clears: {
    'a trader': {},
    'a payroll': { walletActivity: activity({ firstPaid: { parties: 60, dust: 0 } }) },
    'an exchange, which pays everybody': {
      subject: account(TRADER, { labels: [label('exchange')] }),
      walletActivity: activity({ firstPaid: { parties: 400, dust: 300 } }),
    },
    'a few gifts of pennies': { walletActivity: activity({ firstPaid: { parties: 6, dust: 6 } }) },
  },
})
