import { detectorTest } from '../../testing/detectorTest.ts'
import { account, FRIEND, label, STRANGER } from '../../testing/sampleFacts.ts'
import { counterparty, exchange, hop, mixer, scammer } from '../../testing/sampleWallet.ts'
import detector from './funded-by-flagged-source.ts'

detectorTest(detector, {
  detects: {
    'gas from a scammer': { fundingChain: [hop({ account: scammer() })] },
    'gas from a sanctioned account': { fundingChain: [hop({ account: account(STRANGER, { sanctioned: true }) })] },
    'a little from a scammer, which anyone may get': {
      fundingChain: [hop({ account: scammer() })],
      walletCounterparties: [counterparty({ account: scammer(), sent: 0, sentUsd: null, received: 1, receivedUsd: 5 })],
      severity: 'low',
    },
    'a small part of all, from a scammer': {
      fundingChain: [hop({ account: scammer() })],
      walletCounterparties: [
        counterparty({ account: scammer(), sent: 0, sentUsd: null, received: 1, receivedUsd: 101 }),
        counterparty({ account: exchange(), received: 1, receivedUsd: 40_000 }),
      ],
      severity: 'low',
    },
    'a little from a scammer who was paid': {
      fundingChain: [hop({ account: scammer() })],
      walletCounterparties: [counterparty({ account: scammer(), sent: 1, received: 1, receivedUsd: 5 })],
    },
    'much from a scammer': {
      fundingChain: [hop({ account: scammer() })],
      walletCounterparties: [counterparty({ account: scammer(), sent: 0, received: 1, receivedUsd: 500 })],
    },
    'an account in between': {
      fundingChain: [hop({ account: account(FRIEND) }), hop({ hop: 2, account: scammer() })],
      severity: 'medium',
    },
    'two in between': {
      fundingChain: [hop({ account: account(FRIEND) }), hop({ hop: 3, account: scammer() })],
      severity: 'low',
    },
    'a source that anyone may have accused': {
      fundingChain: [hop({ account: account(STRANGER, { labels: [{ ...label('scammer'), confidence: 'low' }] }) })],
      severity: 'medium',
    },
  },
  clears: {
    'money from an exchange': {},
    'money from an unknown friend': { fundingChain: [hop({ account: account(FRIEND) })] },
    'an exchange in between, where the trace ends': {
      fundingChain: [hop({ account: account(FRIEND) }), hop({ hop: 2, account: exchange() })],
    },
    'a mixer, which is another finding': { fundingChain: [hop({ account: mixer() })] },
    unfunded: { fundingChain: [] },
  },
})
