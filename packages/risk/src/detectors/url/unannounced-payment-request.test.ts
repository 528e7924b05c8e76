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
/** What a wallet of TON is asked to pay, in coins. */
const tons = (...amounts: number[]) => ({
  browsing: browsing({
    requests: [
      walletRequest({
        method: 'ton:sendTransaction',
        provider: 'other-network',
        chain: null,
        params: JSON.stringify([
          JSON.stringify({ messages: amounts.map((amount) => ({ address: 'UQ', amount: String(amount * 1e9) })) }),
        ]),
        scan: null,
        failure: 'There is no scan for requests of this network.',
      }),
    ],
  }),
})
const coins = { to, value: '0x8ac7230489e80000' }

detectorTest(detector, {
  detects: {
    'coins of a page without a price': { ...asks(coins), page: silent },
    'dollars of a page without a price': { ...asks(transfer(2_000n * 10n ** 6n)), page: silent },
    'tokens without a price': { ...asks(transfer(2_000n * 10n ** 18n), { usd: null, share: 0.8 }), page: silent },
    'coins of TON where the page speaks of others': {
      ...tons(990),
      page: page({ text: 'Заберите 4 200 TON. Осталось 11 минут.', forms: [] }),
    },
    'coins of TON beside a number of other things': {
      ...tons(980),
      page: page({ text: '980 people are here. Claim your reward.', forms: [] }),
      severity: 'high',
    },
    'coins of TON on a page with a search': {
      ...tons(980),
      page: page({
        text: 'Claim your reward.',
        forms: [{ action: null, offSite: false, fields: [{ kind: 'text', label: 'Search' }] }],
      }),
      severity: 'high',
    },
    'coins of TON for a price in a currency, which may be the same': {
      ...tons(42),
      page: page({ text: 'One print, $ 150, paid in TON', forms: [] }),
      severity: 'medium',
    },
    'coins of TON in several messages': {
      ...tons(20, 30, 15),
      page: page({ text: 'Claim 500 NOT. Step 2 of 3.', forms: [] }),
    },
  },
  clears: {
    'coins of TON for a price with a fee': { ...tons(25.3), page: page({ text: 'One print: 25 TON.', forms: [] }) },
    'many coins of TON as the page writes them': {
      ...tons(1_200),
      page: page({ text: 'Пожертвовать 1 200 TON фонду', forms: [] }),
    },
    'coins of TON in Persian digits': { ...tons(250), page: page({ text: 'قیمت: ۲۵۰ TON', forms: [] }) },
    'thousands of coins in short': { ...tons(1_500), page: page({ text: 'Plot of land: 1.5k TON', forms: [] }) },
    'coins beside their sign': { ...tons(30), page: page({ text: 'Print 💎 30', forms: [] }) },
    'a number of coins in a field without a name': {
      ...tons(300),
      page: page({
        text: 'Stake',
        forms: [{ action: null, offSite: false, fields: [{ kind: 'text', label: 'a1', numeric: true }] }],
      }),
    },
    'a tip of TON': { ...tons(1), page: page({ text: 'Buy me tea.', forms: [] }) },
    'coins of TON that the visitor chose': {
      ...tons(300),
      page: page({
        text: 'Stake',
        forms: [{ action: null, offSite: false, fields: [{ kind: 'text', label: 'Amount' }] }],
      }),
    },
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
