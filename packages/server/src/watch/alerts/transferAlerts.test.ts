import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { TransferActivity } from './activity.ts'
import type { BlockFacts } from './blockFacts.ts'
import type { PriceFact } from './monitorSources.ts'
import { type AlertBody, transferAlerts } from './transferAlerts.ts'

const WALLET: Address = `0x${'0a'.repeat(20)}`
const STRANGER: Address = `0x${'0b'.repeat(20)}`
const LISTED: Address = `0x${'11'.repeat(20)}`
const UNLISTED: Address = `0x${'70'.repeat(20)}`
const TOKENS = { symbol: 'T', name: 'T', decimals: 18 }
const UNIT = 10n ** 18n

const fresh = (usd: number): PriceFact => ({ status: 'fresh', price: { usd, source: 'Chainlink T/USD', maxUsd: null } })
const stale = (hint: number | null): PriceFact => ({ status: 'stale', source: 'Chainlink T/USD, last answer …', hint })
const unread: PriceFact = { status: 'unknown', hint: null, noMarket: false }
const noMarket = (hint: number | null = null): PriceFact => ({ status: 'unknown', hint, noMarket: true })

type Known = Partial<BlockFacts> & { is?: PriceFact; held?: bigint | null }

/** The alert about a transfer for a threshold of 10,000 USD; null: it is not large. */
async function largeTransfer(
  change: Partial<TransferActivity>,
  { is, held, ...known }: Known,
): Promise<AlertBody | null> {
  const unasked = () => Promise.reject(new Error('It was not to be asked.'))
  const facts: BlockFacts = {
    succeeded: unasked,
    nonces: unasked,
    delegateBefore: unasked,
    permissionBefore: unasked,
    approval: unasked,
    score: unasked,
    account: async () => null,
    token: async () => ({ value: TOKENS as never }),
    price: async () => (is === undefined ? null : { value: is }),
    isListed: (token) => token === LISTED,
    balanceBefore: held === undefined ? unasked : async () => ({ value: held }),
    ...known,
  }
  const activity: TransferActivity = {
    kind: 'transfer',
    wallet: WALLET,
    counterparty: STRANGER,
    direction: 'out',
    token: null,
    amount: UNIT,
    hash: '0x',
    logIndex: null,
    position: 'value',
    initiator: WALLET,
    claimed: false,
    ...change,
  }
  const wanted = { type: 'monitor.large_transfer', threshold: 10_000 } as const
  const alert = await transferAlerts(activity, { chain: 'ethereum', facts })(wanted)
  if (alert !== null) assert.equal(alert.data.amountUsd === null, alert.data.unknown.includes('amountUsd'))
  return alert
}
const isLarge = async (...asked: Parameters<typeof largeTransfer>) => (await largeTransfer(...asked)) !== null

const MILLION = 1_000_000n * UNIT
const TABLE: [what: string, large: boolean, change: Partial<TransferActivity>, known: Known][] = [
  ['a coin whose price was not learned', true, {}, {}],
  ['one wei of it', false, { amount: 1n }, {}],
  ['a million of a listed token with a stale feed', true, { token: LISTED, amount: MILLION }, { is: stale(1) }],
  ['the same to the wallet', true, { token: LISTED, amount: MILLION, direction: 'in' }, { is: stale(1) }],
  ['five of it', false, { token: LISTED, amount: 5n * UNIT }, { is: stale(1) }],
  ['2,000 of it: its price may have risen', true, { token: LISTED, amount: 2_000n * UNIT }, { is: stale(1) }],
  ['five of one whose feed stopped long ago', true, { token: LISTED, amount: 5n * UNIT }, { is: stale(null) }],
  ['a listed token whose markets could not be read', true, { token: LISTED }, { is: unread }],
  [
    'a listed token without a market, taken by another account',
    true,
    { token: LISTED, initiator: STRANGER },
    { is: noMarket() },
  ],
  [
    'the same as a gift',
    false,
    { token: LISTED, initiator: STRANGER, direction: 'in', amount: MILLION },
    { is: noMarket() },
  ],
  ['a small part of it, sent by the wallet', false, { token: LISTED }, { is: noMarket(), held: 3n * UNIT }],
  ['half of it, sent by the wallet', true, { token: LISTED }, { is: noMarket(), held: 2n * UNIT }],
  ['an unlisted token by the wallet’s act, price not learned', true, { token: UNLISTED }, {}],
  ['one unit of it by the fewest decimals', false, { token: UNLISTED, amount: 1n }, { token: async () => null }],
  ['half of an unlisted token without a market', true, { token: UNLISTED }, { is: noMarket(), held: 2n * UNIT }],
  ['a smaller part of it', false, { token: UNLISTED }, { is: noMarket(), held: 3n * UNIT }],
  ['all of one whose balance is not told', true, { token: UNLISTED }, { is: noMarket(), held: null }],
  ['all of one with a thin pool, worth little there', false, { token: UNLISTED }, { is: noMarket(30), held: UNIT }],
  ['all of one with a thin pool, worth much there', true, { token: UNLISTED }, { is: noMarket(3_000), held: UNIT }],
  ['an unlisted token that comes without a market', false, { token: UNLISTED, direction: 'in' }, { is: noMarket() }],
  ['what only a stranger’s token claims', false, { token: UNLISTED, claimed: true, amount: MILLION }, {}],
  ['the same with a price', true, { token: UNLISTED, claimed: true }, { is: fresh(20_000) }],
  ['a token too many to be priced', false, { token: UNLISTED, amount: MILLION }, { price: async () => 'beyond' }],
  ['one with a low price', false, { token: UNLISTED }, { is: fresh(3) }],
  ['one with a low price and unknown decimals', true, { token: UNLISTED }, { is: fresh(3), token: async () => null }],
  ['nothing', false, { token: LISTED, amount: 0n }, { is: unread }],
]
for (const [what, large, change, known] of TABLE)
  test(`${what} is ${large ? '' : 'not '}large`, async () => assert.equal(await isLarge(change, known), large))

test('the alert says what its price rests on', async () => {
  const priced = await largeTransfer({ token: LISTED, amount: MILLION }, { is: fresh(1) })
  assert.partialDeepStrictEqual(priced?.data, {
    amountUsd: '1000000.00',
    priceStatus: 'fresh',
    priceSource: 'Chainlink T/USD',
    unknown: ['counterpartyLabel'],
  })
  const old = await largeTransfer({ token: LISTED, amount: MILLION }, { is: stale(1) })
  assert.partialDeepStrictEqual(old?.data, {
    amountUsd: null,
    priceStatus: 'stale',
    priceSource: 'Chainlink T/USD, last answer …',
  })
  const unknown = await largeTransfer({}, {})
  assert.partialDeepStrictEqual(unknown?.data, { amountUsd: null, priceStatus: 'unknown', priceSource: null })
})

test('a larger amount is never less of an alert, whatever is known of its price', async () => {
  for (const is of [fresh(2), stale(2), stale(null), unread, noMarket(), noMarket(2)])
    for (const token of [null, LISTED, UNLISTED])
      for (const initiator of [WALLET, STRANGER]) {
        let before = false
        for (let digits = 0n; digits < 30n; digits++) {
          const now = await isLarge({ token, initiator, amount: 10n ** digits }, { is, held: MILLION })
          assert.ok(now || !before, `${JSON.stringify(is)} ${token} 10^${digits}`)
          before = now
        }
        assert.ok(before, `${JSON.stringify(is)} ${token} is an alert at last`)
      }
})
