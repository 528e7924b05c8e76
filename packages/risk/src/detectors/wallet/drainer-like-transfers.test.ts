import { detectorTest } from '../../testing/detectorTest.ts'
import { account, FRIEND, label, ROUTER, STRANGER, TRADER, USDC, ZERO } from '../../testing/sampleFacts.ts'
import { activity } from '../../testing/sampleWallet.ts'
import detector from './drainer-like-transfers.ts'

const OWNERS = [FRIEND, ROUTER, STRANGER, USDC, ZERO]
const pulls = (owners: number, emptied: number | null = owners) =>
  activity({ pulled: { owners: OWNERS.slice(0, owners), hashes: [`0x${'4'.repeat(64)}`], emptied } })
const many = (owners: number, emptied: number) =>
  activity({
    pulled: {
      owners: Array.from({ length: owners }, (_, at): `0x${string}` => `0x${at.toString(16).padStart(40, '0')}`),
      hashes: [`0x${'4'.repeat(64)}`],
      emptied,
    },
  })

detectorTest(detector, {
  detects: {
    'all that three accounts had': { walletActivity: pulls(3) },
    'all that five accounts had': { walletActivity: pulls(5), severity: 'critical' },
    'a shop or subscription with five customers, all of whom have more: worth a mention': {
      walletActivity: pulls(5, 0),
      severity: 'info',
    },
    'a subscription with five customers, one of whom spent the last': { walletActivity: pulls(5, 1), severity: 'info' },
    'five accounts, two of which have nothing left': { walletActivity: pulls(5, 2), severity: 'medium' },
    'four accounts, two of which have nothing left': { walletActivity: pulls(4, 2), severity: 'medium' },
    'a processor of many customers, some of whom spent the last': { walletActivity: many(1_000, 4), severity: 'info' },
    'a drainer of many': { walletActivity: many(1_000, 14), severity: 'critical' },
    'a shop with three customers, one of whom had no more': { walletActivity: pulls(3, 1), severity: 'low' },
    'tokens of five accounts whose balances were not read': { walletActivity: pulls(5, null), severity: 'medium' },
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
