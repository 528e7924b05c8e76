import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '../address.ts'
import type { Label } from '../facts/account.ts'
import type { FoundToken, WalletHoldings } from '../facts/holdings.ts'
import type { MarketActs, PoolSwap, TokenFill } from '../facts/marketActs.ts'
import { activityLabels } from './activityLabels.ts'
import { weighHoldings } from './weighHoldings.ts'

const POOL: Address = `0x${'b0'.repeat(20)}`
const TOKENS: Address[] = ['a1', 'a2', 'a3'].map((byte): Address => `0x${byte.repeat(20)}`)
const hash = (at: number): Hex => `0x${at.toString(16).padStart(64, '0')}`
const NO_ACTS: MarketActs = { swaps: [], builderPayments: [], traced: 0, fills: [], cut: [] }
const label = (category: Label['category']): Label => ({ name: 'X', category, source: 'test', confidence: 'high' })
const labelsOf = (facts: { holdings?: WalletHoldings; acts?: Partial<MarketActs> }, known: Label['category'][] = []) =>
  activityLabels(
    { labels: known.map(label) },
    { holdings: facts.holdings ?? null, acts: facts.acts ? { ...NO_ACTS, ...facts.acts } : null },
  )

const coins = (usd: number, tokens: FoundToken[] = []) =>
  weighHoldings({
    native: { balance: 10n ** 18n, priceUsd: usd, priceSource: 'Chainlink ETH/USD' },
    tokens,
    nfts: [],
    complete: true,
    cut: [],
  })
const OWN_TOKEN: FoundToken = {
  token: POOL,
  symbol: 'RUG',
  name: 'Rug',
  decimals: 0,
  balance: 10n ** 12n,
  priceUsd: 1,
  priceSource: 'pool',
  maxUsd: 80_000,
  priceSought: true,
  sellable: null,
  listed: false,
  imitates: null,
  asked: true,
  recipients: 1,
}

describe('whale', () => {
  test('a million dollars, and what they are', () => {
    assert.deepEqual(labelsOf({ holdings: coins(1_200_000) }), [
      {
        label: 'whale',
        evidence: { holdingsUsd: 1_200_000, thresholdUsd: 1_000_000, largest: 'native coin', largestUsd: 1_200_000 },
      },
    ])
  })
  const clears: Record<string, ReturnType<typeof labelsOf>> = {
    'less than that': labelsOf({ holdings: coins(999_999) }),
    'a trillion of one’s own token with a small pool': labelsOf({ holdings: coins(3_000, [OWN_TOKEN]) }),
    'millions of a counterfeit': labelsOf({
      holdings: coins(1, [{ ...OWN_TOKEN, maxUsd: null, priceUsd: 1e9, imitates: 'USDC' }]),
    }),
    'the hot wallet of an exchange': labelsOf({ holdings: coins(9e9) }, ['exchange']),
    'a bridge, whose money is others’': labelsOf({ holdings: coins(9e9) }, ['bridge']),
    'holdings that could not be read': labelsOf({}),
    'whom a list has already named so': labelsOf({ holdings: coins(2e6) }, ['whale']),
  }
  for (const [name, labels] of Object.entries(clears)) test(`not: ${name}`, () => assert.deepEqual(labels, []))
  test('a multisig may be one', () => {
    assert.equal(labelsOf({ holdings: coins(2e6) }, ['multisig']).length, 1)
  })
})

/** Front, victim and back in one pool: 100 in for 1000, the victim after it, 1000 sold for 110. */
function sandwich(block: bigint, changes: Partial<Record<'front' | 'victim' | 'back', Partial<PoolSwap>>> = {}) {
  const base = { blockNumber: block, pool: POOL }
  const at = (index: number) => ({ ...base, index, hash: hash(Number(block) * 10 + index) })
  return [
    { ...at(0), own: true, paid: 0 as const, amountIn: 100n, amountOut: 1_000n, ...changes.front },
    { ...at(1), own: false, paid: 0 as const, amountIn: 500n, amountOut: 4_000n, ...changes.victim },
    { ...at(2), own: true, paid: 1 as const, amountIn: 1_000n, amountOut: 110n, ...changes.back },
  ] satisfies PoolSwap[]
}
const payment = (block: number) => ({ hash: hash(block), blockNumber: BigInt(block), builder: POOL, amount: 7n })

describe('mev_bot', () => {
  test('sandwiches in two blocks, with the transactions of one', () => {
    const [found] = labelsOf({ acts: { swaps: [...sandwich(5n), ...sandwich(6n)] } })
    assert.equal(found?.label, 'mev_bot')
    assert.deepEqual(
      [found?.evidence.sandwiches, found?.evidence.frontTransaction, found?.evidence.victimTransaction],
      [2, hash(50), hash(51)],
    )
  })
  test('three trades that paid three blocks’ builders', () => {
    const [found] = labelsOf({ acts: { builderPayments: [1, 2, 3].map(payment), traced: 8 } })
    assert.deepEqual([found?.label, found?.evidence.builderPayments, found?.evidence.tradesTraced], ['mev_bot', 3, 8])
  })
  test('one of each', () => {
    assert.equal(labelsOf({ acts: { swaps: sandwich(5n), builderPayments: [payment(9)] } }).length, 1)
  })
  const twice = (changes: Parameters<typeof sandwich>[1]) => [...sandwich(5n, changes), ...sandwich(6n, changes)]
  const clears: Record<string, Partial<MarketActs>> = {
    'one sandwich, which may be chance': { swaps: sandwich(5n) },
    'round trips with no account in between': { swaps: twice({ victim: { index: 3 } }) },
    'an account in between who sells': { swaps: twice({ victim: { paid: 1 } }) },
    'an account in between in another pool': { swaps: twice({ victim: { pool: `0x${'b1'.repeat(20)}` } }) },
    'arbitrage: bought in one pool, sold in another': { swaps: twice({ back: { pool: `0x${'b1'.repeat(20)}` } }) },
    'a person who regrets at a loss': { swaps: twice({ back: { amountOut: 99n } }) },
    'two purchases around a stranger’s': { swaps: twice({ back: { paid: 0 } }) },
    'a sale of far less than was bought': { swaps: twice({ back: { amountIn: 100n, amountOut: 20n } }) },
    'its own trade in between': { swaps: twice({ victim: { own: true } }) },
    'strangers sandwiching strangers': { swaps: twice({ front: { own: false }, back: { own: false } }) },
    'two payments to builders': { builderPayments: [payment(1), payment(2)], traced: 8 },
    'three payments in one block': { builderPayments: [payment(1), payment(1), payment(1)], traced: 8 },
  }
  for (const [name, acts] of Object.entries(clears))
    test(`not: ${name}`, () => assert.deepEqual(labelsOf({ acts }), []))
})

const fill = (at: number, kind: TokenFill['kind'], usd: number | null, amount = 100n): TokenFill => ({
  hash: hash(at),
  timestamp: at,
  token: TOKENS[at % 3] as Address,
  kind,
  amount,
  usd,
})
/** Twelve purchases and sales of three tokens with that gain each. */
const career = (gain: (round: number) => number | null, bought: TokenFill['kind'] = 'buy') =>
  Array.from({ length: 12 }, (_, round) => {
    const sold = gain(round)
    return [fill(round, bought, 10_000), fill(round, 'sell', sold === null ? null : 10_000 + sold)]
  }).flat()

describe('smart_money', () => {
  test('a gain over many sales of several tokens, with the figures', () => {
    assert.deepEqual(labelsOf({ acts: { fills: career(() => 5_000) } }), [
      {
        label: 'smart_money',
        evidence: {
          realisedUsd: 60_000,
          costUsd: 120_000,
          sales: 12,
          salesWithGain: 12,
          tokens: 3,
          salesNotCounted: 0,
          thresholdUsd: 50_000,
        },
      },
    ])
  })
  const clears: Record<string, TokenFill[]> = {
    'small gains': career(() => 100),
    'one lucky sale among losses': career((round) => (round === 0 ? 500_000 : -500)),
    'more losses than gains': career((round) => (round % 2 === 0 ? 40_000 : -9_000)),
    'sales of what was given to it': career(() => 90_000, 'in'),
    'sales without a price': career(() => null),
    'few sales': career(() => 50_000).slice(0, 8),
    'one token only': career(() => 50_000).map((one) => ({ ...one, token: POOL })),
    'nothing traded': [],
  }
  for (const [name, fills] of Object.entries(clears))
    test(`not: ${name}`, () => assert.deepEqual(labelsOf({ acts: { fills } }), []))
  test('not: a market maker of an exchange', () => {
    assert.deepEqual(labelsOf({ acts: { fills: career(() => 5_000) } }, ['exchange']), [])
  })
})
