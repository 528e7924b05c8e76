import { detectorTest } from '../../testing/detectorTest.ts'
import { account, contract, label, TRADER } from '../../testing/sampleFacts.ts'
import { activity } from '../../testing/sampleWallet.ts'
import detector from './unused-wallet.ts'

const never = activity({ sent: 0, received: 0, ageDays: null, idleDays: null })

detectorTest(detector, {
  detects: {
    'an address that was never used': {
      subject: account(TRADER, { nonce: 0n, balance: 0n }),
      walletActivity: never,
    },
  },
  clears: {
    'a trader': {},
    'one that was paid and has not spent': { walletActivity: activity({ sent: 0, received: 1 }) },
    'one that holds coin from an unseen payment': { subject: account(TRADER, { nonce: 0n }), walletActivity: never },
    'a contract': { subject: contract(TRADER, { balance: 0n }), walletActivity: never },
    'a place where coins are destroyed': {
      subject: account('0x000000000000000000000000000000000000dead', { nonce: 0n, balance: 0n }),
      walletActivity: never,
    },
    'an exchange’s cold wallet': {
      subject: account(TRADER, { balance: 0n, labels: [label('exchange')] }),
      walletActivity: never,
    },
  },
})
