import { detectorTest } from '../../testing/detectorTest.ts'
import { account, FRIEND, label, STRANGER, TRADER } from '../../testing/sampleFacts.ts'
import { activity, counterparty, EXCHANGE, exchange, scammer } from '../../testing/sampleWallet.ts'
import detector from './sweeper-like-forwarding.ts'

const sweeping = (to: typeof STRANGER) => activity({ forwards: { incoming: 10, forwarded: 9, to: [to] } })

detectorTest(detector, {
  detects: {
    'a sweeper': { walletActivity: sweeping(STRANGER) },
    'one that forwards to a known scammer': {
      walletActivity: sweeping(STRANGER),
      walletCounterparties: [counterparty({ account: scammer() })],
      severity: 'high',
    },
  },
  clears: {
    'a trader': {},
    'a deposit address of an exchange': {
      walletActivity: sweeping(EXCHANGE),
      walletCounterparties: [counterparty({ account: exchange() })],
    },
    'the exchange itself': {
      subject: account(TRADER, { labels: [label('exchange')] }),
      walletActivity: sweeping(STRANGER),
    },
    'a market maker, who pays many': {
      walletActivity: activity({ forwards: { incoming: 20, forwarded: 18, to: [STRANGER, FRIEND, EXCHANGE] } }),
    },
    'an account that twice paid at once': {
      walletActivity: activity({ forwards: { incoming: 2, forwarded: 2, to: [STRANGER] } }),
    },
    'an account that keeps half': {
      walletActivity: activity({ forwards: { incoming: 20, forwarded: 10, to: [STRANGER] } }),
    },
  },
})
