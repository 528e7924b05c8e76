import { detectorTest } from '../../detectorTest.ts'
import { account, FRIEND, label, ROUTER, STRANGER, TRADER, USDC, ZERO } from '../../sampleFacts.ts'
import { activity } from '../../sampleWallet.ts'
import detector from './drainer-like-pulls.ts'

const OWNERS = [FRIEND, ROUTER, STRANGER, USDC, ZERO]
const pulls = (owners: number, emptied: number | null = owners) =>
  activity({ pulled: { owners: OWNERS.slice(0, owners), hashes: [`0x${'4'.repeat(64)}`], emptied } })

detectorTest(detector, {
  detects: {
    'all that three accounts had': { walletActivity: pulls(3) },
    'all that five accounts had': { walletActivity: pulls(5), severity: 'critical' },
    'a shop that collects fees of five customers': { walletActivity: pulls(5, 0), severity: 'medium' },
    'a shop with three customers, one of whom had no more': { walletActivity: pulls(3, 1), severity: 'low' },
    'tokens of five accounts whose balances nobody could read': { walletActivity: pulls(5, null), severity: 'medium' },
  },
  clears: {
    'a trader': {},
    'two wallets that may be one’s own': { walletActivity: pulls(2) },
    'a known exchange, which collects its deposits': {
      subject: account(TRADER, { labels: [label('exchange')] }),
      walletActivity: pulls(5),
    },
  },
})
