import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { FoundToken } from '@redoubt/risk/facts/holdings.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { walletApproval } from '@redoubt/risk/testing/sampleWallet.ts'
import { weighHoldings } from '@redoubt/risk/wallet/weighHoldings.ts'
import { renderWalletProfile } from './renderWalletProfile.ts'

const WALLET: Address = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const NOW = 1_800_000_000
const BLOCK = { chain: 'ethereum', number: 100n, hash: `0x${'ab'.repeat(32)}`, timestamp: BigInt(NOW) } as PinnedBlock
const HISTORY: WalletHistory = {
  source: 'etherscan',
  complete: { transactions: true, transfers: true, firstSeen: true, funding: true },
  cut: [],
  sentCount: 7,
  lastSeen: null,
  funding: null,
  transactions: [],
  transfers: [],
  firstSeen: null,
}
const TOKEN: FoundToken = {
  token: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  balance: 2_500_000n,
  priceUsd: 1,
  priceSource: 'Chainlink USDC/USD',
  maxUsd: null,
  priceSought: true,
  sellable: null,
  listed: true,
  imitates: null,
  asked: null,
  recipients: null,
}
const UNLISTED: FoundToken = { ...TOKEN, token: `0x${'11'.repeat(20)}`, symbol: 'MEAD', listed: false, asked: true }
const holdings = (tokens: FoundToken[], changes: { complete?: boolean; price?: number | null } = {}) =>
  weighHoldings({
    native: { balance: 10n ** 18n, priceUsd: changes.price === undefined ? 3_000 : changes.price, priceSource: 'x' },
    tokens,
    nfts: [],
    complete: changes.complete ?? true,
    cut: changes.complete === false ? ['logs'] : [],
  })
const render = (facts: Partial<Facts>, gathered: Partial<GatheredFacts> = {}) =>
  renderWalletProfile({
    input: { chain: 'ethereum', address: WALLET, spelling: { spelled: WALLET } },
    gathered: { facts: { block: BLOCK, ...facts }, incomplete: {}, complete: true, ...gathered },
    score: { riskScore: 7, riskLevel: 'safe', confidence: 1, missingDecisiveFacts: [] },
    unavailable: [],
    intelAsOf: '2026-11-01',
  })
const ACTIVITY = { ageDays: 10 } as Facts['walletActivity']
const WHOLE: Partial<Facts> = {
  history: HISTORY,
  walletActivity: ACTIVITY,
  holdings: holdings([TOKEN]),
  walletApprovals: [],
  activityLabels: [],
}

describe('a wallet’s profile', () => {
  test('age in whole days, count by nonce, holdings and their sum', () => {
    const { age, transactionCount, holdings: held, security, unknown } = render(WHOLE)
    assert.deepEqual([age, transactionCount, held.totalValue], [10, 7, 3_002.5])
    assert.deepEqual(held.native, { symbol: 'ETH', balance: '1', priceUsd: 3_000, valueUsd: 3_000, priceSource: 'x' })
    assert.equal(held.tokens[0]?.balance, '2.5')
    assert.deepEqual(security, { activeApprovals: 0, unlimitedApprovals: 0, riskyApprovals: 0 })
    assert.deepEqual(unknown, ['activity.avgTransactionSize'])
  })

  test('every unknown number is null and named', () => {
    const { age, transactionCount, holdings: held, activity, security, unknown } = render({})
    assert.deepEqual([age, transactionCount, held.totalValue, held.native.balance], [null, null, null, null])
    assert.deepEqual(Object.values({ ...activity, ...security }), [null, null, null, null, null, null, null])
    for (const name of [
      ...['age', 'transactionCount', 'holdings', 'activity.last24h', 'activity.last30d'],
      ...['security.activeApprovals', 'security.riskyApprovals', 'associations'],
    ])
      assert.ok(unknown.includes(name), name)
  })

  test('a partly known holding is shown and named', () => {
    const { holdings: held, unknown } = render({ ...WHOLE, holdings: holdings([TOKEN], { complete: false }) })
    assert.deepEqual([held.complete, held.cut, held.totalValue], [false, ['logs'], 3_002.5])
    assert.ok(unknown.includes('holdings.tokens') && unknown.includes('holdings.nfts'))
  })

  test('approvals that are known in part are counted and named; none seen is not none', () => {
    const part = { reason: 'failed', message: 'x', root: 'walletApprovals', error: null } as const
    const of = (walletApprovals: Facts['walletApprovals']) =>
      render({ ...WHOLE, walletApprovals }, { incomplete: { walletApprovals: part } })
    const unread = of([])
    assert.deepEqual(unread.security, { activeApprovals: null, unlimitedApprovals: null, riskyApprovals: null })
    assert.ok(unread.unknown.includes('security') && unread.unknown.includes('security.activeApprovals'))
    const some = of([walletApproval({ unlimited: true })])
    assert.deepEqual(some.security, { activeApprovals: 1, unlimitedApprovals: 1, riskyApprovals: null })
    assert.ok(some.unknown.includes('security') && !some.unknown.includes('security.activeApprovals'))
  })

  test('a token without a price is named, unless it is spam', () => {
    const unpriced = { ...UNLISTED, priceUsd: null }
    const unknownWith = (token: FoundToken) => render({ ...WHOLE, holdings: holdings([token]) }).unknown
    assert.ok(unknownWith(unpriced).includes('holdings.tokens.priceUsd'))
    assert.ok(!unknownWith({ ...unpriced, imitates: 'USDC' }).includes('holdings.tokens.priceUsd'))
  })

  test('no price of the coin and no token: the total is unknown, never zero', () => {
    const { holdings: held, unknown } = render({ ...WHOLE, holdings: holdings([], { price: null }) })
    assert.equal(held.totalValue, null)
    assert.ok(unknown.includes('holdings.totalValue') && unknown.includes('holdings.native.priceUsd'))
  })

  const levels: Record<string, [FoundToken, string | null]> = {
    'a listed token that is not judged': [TOKEN, null],
    'a token with a market': [UNLISTED, null],
    'a token that no list names and nothing prices': [{ ...UNLISTED, priceUsd: null }, null],
    'rubbish that came unasked': [{ ...UNLISTED, asked: false, priceUsd: null }, 'high'],
    'a counterfeit': [{ ...UNLISTED, imitates: 'USDC' }, 'high'],
    'what cannot be sold': [{ ...UNLISTED, sellable: false }, 'critical'],
  }
  for (const [name, [token, level]] of Object.entries(levels))
    test(`${name} is ${level ?? 'unknown'}`, () => {
      const { tokens } = render({ ...WHOLE, holdings: holdings([token]) }).holdings
      assert.equal(tokens[0]?.riskLevel, level)
    })

  test('decimals that no text can hold are base units', () => {
    const odd = { ...UNLISTED, decimals: 255, balance: 5n }
    assert.equal(render({ ...WHOLE, holdings: holdings([odd]) }).holdings.tokens[0]?.balance, '5')
  })
})
