import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, page, trust, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './unannounced-payment-request.ts'

type Paid = { usd: number | null; share: number | null }
const scanned = (paid: Paid | null) => ({
  kind: 'transaction' as const,
  riskScore: 0,
  riskLevel: 'safe' as const,
  recommendation: 'PROCEED',
  findings: [],
  paid,
})
const asks = (transaction: object, paid: Paid | null = { usd: 2_000, share: 0.4 }, method = 'eth_sendTransaction') => ({
  browsing: browsing({
    requests: [walletRequest({ method, params: JSON.stringify([transaction]), scan: scanned(paid) })],
  }),
})
const to = `0x${'ab'.repeat(20)}`
const transfer = (amount: bigint) => ({
  to,
  data: `0xa9059cbb${'0'.repeat(24)}${'cd'.repeat(20)}${amount.toString(16).padStart(64, '0')}`,
})
const silent = page({ text: 'See all of your positions in one place. Link an account to begin.' })
const coins = { to, value: '0x8ac7230489e80000' }

detectorTest(detector, {
  detects: {
    'coins of a page without a price': { ...asks(coins), page: silent },
    'dollars of a page without a price': { ...asks(transfer(2_000n * 10n ** 6n)), page: silent },
    'tokens without a price': { ...asks(transfer(2_000n * 10n ** 18n), { usd: null, share: 0.8 }), page: silent },
  },
  clears: {
    'a price on the page': { ...asks(coins), page: page({ text: 'Two seats, row 4: 10 ETH.' }) },
    'a price in another currency': { ...asks(coins), page: page({ text: 'One lamp, € 140, paid in coins.' }) },
    'a tip': { ...asks(coins, { usd: 15, share: 0.5 }), page: silent },
    'a few tokens without a price': { ...asks(coins, { usd: null, share: 0.01 }), page: silent },
    'nothing that is paid': { ...asks(coins, null), page: silent },
    'a call of a contract': { ...asks({ ...coins, data: '0x4e71d92d' }), page: silent },
    'a long page, whose end is not kept': { ...asks(coins), page: page({ text: 'A long story. '.repeat(200) }) },
    'an official site': { ...asks(coins), page: silent, trust: trust({ official: 'The Tea Shop' }) },
    'what is no transaction': { ...asks(coins, { usd: 2_000, share: 1 }, 'personal_sign'), page: silent },
    'what is no JSON': {
      browsing: browsing({ requests: [walletRequest({ method: 'eth_sendTransaction', params: '{' })] }),
      page: silent,
    },
    'no page': { ...asks(coins), page: null },
    nothing: {},
  },
})
