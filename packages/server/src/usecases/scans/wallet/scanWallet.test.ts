import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import {
  account,
  contract,
  FRIEND,
  label,
  STRANGER,
  sampleFacts,
  TRADER,
  USDC,
} from '@redoubt/risk/testing/sampleFacts.ts'
import {
  EXCHANGE,
  exchange,
  MIXER,
  mixer,
  transfer,
  walletApproval,
  walletHistory,
} from '@redoubt/risk/testing/sampleWallet.ts'
import { ApiError } from '../../../errors.ts'
import { rejectOnAbort } from '../../../testing/rejectOnAbort.ts'
import { createWalletScan, type WalletScanInput } from './scanWallet.ts'
import { createAddressVerification } from './verifyAddress.ts'
import type { WalletSources } from './walletSources.ts'

const { block } = sampleFacts()
const SPELLING = { member: 'address', spelled: TRADER, checksummed: TRADER, checksumFailed: false } as const
const INPUT: WalletScanInput = {
  chain: 'ethereum',
  address: TRADER,
  spelling: SPELLING,
  owner: null,
  deadlineMs: 2_000,
  includeTransactions: true,
  includeApprovals: true,
}
const PEOPLE = new Map([exchange(), mixer(), account(FRIEND)].map((one) => [one.address, one]))
const PAST: WalletHistory = walletHistory({
  sentCount: 140,
  transfers: [
    transfer(4, { counterparty: FRIEND }),
    transfer(3, { counterparty: EXCHANGE, direction: 'in', amount: 9n * 10n ** 18n }),
  ],
})

/** A network on which everything is known at once, but for what a case changes. */
function sources(more: Partial<WalletSources> = {}): WalletSources {
  return {
    chain: 'ethereum',
    block: async () => block ?? assert.fail(),
    account: async (_, of) => PEOPLE.get(of) ?? account(of, { nonce: 140n }),
    said: async (of) => PEOPLE.get(of) ?? account(of),
    resembles: () => [],
    intelAsOf: () => '2026-11-21',
    unitPrice: async (_, asset) => (asset === null ? { usd: 3_000, decimals: 18, symbol: 'ETH' } : null),
    history: async (_, { address }) =>
      address === TRADER ? PAST : walletHistory({ transfers: [], funding: null, transactions: [] }),
    approvals: async () => ({
      approvals: [walletApproval()],
      unconfirmed: [],
      events: 1,
      complete: true,
      cut: [],
      unavailable: [],
    }),
    walletContract: async () => null,
    ...more,
  }
}
const never = () => new Promise<never>(() => {})
const scan = (more: Partial<WalletSources> = {}, input: Partial<WalletScanInput> = {}) =>
  createWalletScan(async () => sources(more))(
    { ...INPUT, ...input },
    { environment: 'live', signal: new AbortController().signal },
  )

const verify = (more: Partial<WalletSources> = {}, input: Partial<WalletScanInput> = {}) =>
  createAddressVerification(async () => sources(more))(
    { ...INPUT, ...input },
    { environment: 'live', signal: new AbortController().signal },
  )

test('what every source tells is there, whole', async () => {
  const result = await scan()
  assert.deepEqual([result.complete, result.unavailable, result.confidence], [true, [], 1])
  assert.equal(result.profile.transactionCount, 140)
  assert.equal(result.transactions?.in[0]?.usd, 27_000)
  assert.equal(result.approvals?.entries.length, 1)
})

test('a history that fails: named, neutral, and less sure', async () => {
  const whole = await scan()
  const result = await scan({ history: () => Promise.reject(new Error('https://key@node failed')) })
  assert.deepEqual(result.unavailable, ['history'])
  for (const name of ['associations', 'counterparties', 'fundingChain', 'profile', 'transactions'])
    assert.ok(result.unknown.includes(name), name)
  assert.deepEqual([result.profile.age, result.profile.transactionCount], [null, 140])
  assert.equal(result.transactions, null)
  assert.deepEqual([result.subScores.funding.score, result.subScores.funding.known], [50, false])
  assert.ok(result.confidence < whole.confidence && result.riskScore >= 20)
  assert.ok(!JSON.stringify(result).includes('key@node'))
})

test('what fails makes no wallet better: neither its approvals nor its past', async () => {
  const failing: Partial<WalletSources>[] = [
    { approvals: () => Promise.reject(new Error('HTTP 500')) },
    {
      approvals: async () => ({
        approvals: [],
        unconfirmed: [],
        events: 1,
        complete: false,
        cut: ['who 1 spenders are'],
        unavailable: ['rpc'],
      }),
    },
    { history: () => Promise.reject(new Error('HTTP 500')) },
    {
      history: async () =>
        walletHistory({
          complete: { transactions: true, transfers: false, firstSeen: true, funding: true },
          cut: ['logs: token transfers could not be read'],
        }),
    },
    { walletContract: () => Promise.reject(new Error('HTTP 500')) },
  ]
  for (const more of failing) {
    const { riskScore, riskLevel, riskFactors } = await scan(more)
    assert.deepEqual([riskScore, riskLevel], [40, 'medium'], JSON.stringify(Object.keys(more)))
    assert.ok(riskFactors.some(({ id }) => id === 'not-enough-known'))
  }
  const long = {
    approvals: [],
    unconfirmed: [],
    events: 20_000,
    complete: false,
    unavailable: [],
    cut: ['many'],
  }
  assert.ok((await scan({ approvals: async () => long })).riskScore < 40, 'too long to be read is no failure')
})

test('a delegate that could not be executed, and a counterparty that could not be read, leave the answer incomplete', async () => {
  const failed = () => Promise.reject(new Error('https://key@node failed'))
  const DELEGATE: Address = `0x${'de'.repeat(20)}`
  const delegated = account(TRADER, { class: 'delegated-eoa', delegate: DELEGATE, codeSize: 23, nonce: 140n })
  const ofDelegate: Partial<WalletSources> = {
    account: async (_, of) => PEOPLE.get(of) ?? (of === TRADER ? delegated : account(of, { nonce: 140n })),
    walletContract: async () => ({ type: 'delegated', delegate: contract(DELEGATE) }),
  }
  const refuses = async () => ({ acts: [], tried: 4, cut: [] })
  const tried = await scan({ ...ofDelegate, delegateActs: refuses })
  const notProbed = await scan({ ...ofDelegate, delegateActs: failed })
  assert.deepEqual([tried.complete, tried.riskLevel], [true, 'safe'])
  assert.deepEqual([notProbed.complete, notProbed.riskLevel], [false, 'high'])
  const unread = await scan({ account: async (_, of) => (of === FRIEND ? failed() : account(of, { nonce: 140n })) })
  assert.deepEqual([unread.complete, unread.riskLevel], [false, 'medium'])
  assert.ok(!JSON.stringify([notProbed, unread]).includes('key@node'))
})

test('a network without any source of histories is no failure, and still unknown', async () => {
  const { history: _, ...rest } = sources()
  const result = await createWalletScan(async () => rest)(INPUT, {
    environment: 'live',
    signal: new AbortController().signal,
  })
  assert.deepEqual(result.unavailable, [])
  assert.ok(result.unknown.includes('profile') && result.riskScore >= 20)
})

test('a node that knows the head only: its nonce counts, the rest is unknown and not safe', async () => {
  const head = walletHistory({
    source: 'head',
    firstSeen: null,
    funding: null,
    transfers: [],
    complete: { transactions: false, transfers: false, firstSeen: false, funding: false },
    cut: ['logs: only the last 5000 blocks'],
  })
  const result = await scan({ history: async () => head })
  assert.equal(result.historySource, 'head')
  assert.equal(result.profile.transactionCount, 140)
  for (const name of ['profile.age', 'profile.firstSeen', 'fundingChain', 'associations'])
    assert.ok(result.unknown.includes(name), name)
  assert.ok(result.riskScore >= 20 && result.riskScore < 60, String(result.riskScore))
})

test('a source that is late: what is known by the deadline, and no more', async () => {
  const result = await scan({ approvals: never }, { deadlineMs: 400 })
  assert.deepEqual([result.complete, result.approvals], [false, null])
  assert.deepEqual(result.unavailable, ['approvals'])
  assert.equal(result.profile.transactionCount, 140)
})

test('a trace that stops on its way keeps what it found', async () => {
  const history: WalletSources['history'] = async (_, { address, fundingOnly }) => {
    if (fundingOnly) return never()
    return address === TRADER
      ? { ...PAST, funding: { from: FRIEND, hash: null, blockNumber: 1n, value: 1n } }
      : walletHistory()
  }
  const aborting: WalletSources['history'] = (at, of, signal) =>
    Promise.race([history(at, of, signal), rejectOnAbort(signal)])
  const result = await scan({ history: aborting }, { deadlineMs: 600 })
  assert.deepEqual(
    result.fundingChain.map(({ hop }) => hop),
    [1],
  )
  assert.ok(result.unknown.includes('fundingChain'))
})

test('without even the address’s own state there is an error, of the right kind', async () => {
  const failing = scan({ account: () => Promise.reject(new Error('down')) })
  await assert.rejects(failing, (error) => error instanceof ApiError && error.code === 'UPSTREAM_UNAVAILABLE')
  const late = scan({ block: never }, { deadlineMs: 200 })
  await assert.rejects(late, (error) => error instanceof ApiError && error.code === 'UPSTREAM_TIMEOUT')
})

test('money that passed a friend on its way from a mixer is seen', async () => {
  const theirs = walletHistory({
    transfers: [
      transfer(2, { counterparty: MIXER, direction: 'in' }),
      transfer(3, { counterparty: TRADER, direction: 'out' }),
    ],
  })
  const mine = walletHistory({ transfers: [transfer(3, { counterparty: FRIEND, direction: 'in' })] })
  const result = await scan({ history: async (_, { address }) => (address === FRIEND ? theirs : mine) })
  const [found] = result.exposures
  assert.deepEqual([found?.kind, found?.hops, found?.share, found?.usd], ['mixer', 2, 1, 3_000])
  assert.ok(result.riskFactors.some(({ id }) => id === 'mixer-exposure'))
})

test('who collects fees is told from who takes all, by what is left', async () => {
  const owners = ['a', 'b', 'c', 'd', 'e'].map((digit): Address => `0x${digit.repeat(40)}`)
  const transfers = owners.map((counterparty, at) =>
    transfer(at + 1, { counterparty, direction: 'in', assetType: 'erc20', token: USDC, amount: 12_000_000n }),
  )
  const transactions = transfers.map(({ hash, blockNumber, timestamp }) => ({
    hash,
    blockNumber,
    timestamp,
    from: TRADER,
    to: USDC,
    value: 0n,
    success: true,
    selector: '0x23b872dd' as const,
  }))
  const severity = async (balanceAfter: WalletSources['balanceAfter']) => {
    const past = walletHistory({ transfers, transactions })
    const { riskFactors } = await scan({ history: async () => past, ...(balanceAfter && { balanceAfter }) })
    return riskFactors.find(({ id }) => id === 'drainer-like-transfers')?.severity
  }
  assert.equal(await severity(async () => 88_000_000n), 'info', 'a fee')
  assert.equal(await severity(async () => 0n), 'critical', 'all of it')
  assert.equal(await severity(async (_, { owner }) => (owner < `0x${'d'}` ? 1n : 88_000_000n)), 'high', 'all of three')
  assert.equal(await severity(async () => Promise.reject(new Error('down'))), 'medium', 'it could not be read')
  assert.equal(await severity(undefined), 'medium')
})

test('words that the contract does not have are no labels', async () => {
  const labels = [label('exchange'), label('token'), label('open-executor'), label('nft_marketplace')]
  const known: WalletSources['account'] = async (_, of: Address) => account(of, { labels })
  const result = await scan({ account: known })
  assert.deepEqual(result.labels, ['exchange'])
  const verified = await createAddressVerification(async () => sources({ account: known }))(INPUT, {
    environment: 'live',
    signal: new AbortController().signal,
  })
  assert.deepEqual(verified.labels, ['exchange', 'nft_marketplace'])
})

test('verified needs something for it and nothing against it', async () => {
  const verified = async (more: Partial<WalletSources>) =>
    (
      await createAddressVerification(async () => sources(more))(INPUT, {
        environment: 'live',
        signal: new AbortController().signal,
      })
    ).verified
  assert.equal(await verified({}), true)
  const unusedAccount = account(TRADER, { nonce: 0n, balance: 0n })
  const empty = walletHistory({ sentCount: 0, firstSeen: null, lastSeen: null, funding: null })
  assert.equal(await verified({ account: async () => unusedAccount, history: async () => empty }), false)
  assert.equal(await verified({ account: async (_, of) => account(of, { labels: [label('scammer')] }) }), false)
  assert.equal(await verified({ resembles: () => [{ address: STRANGER, prefix: 4, suffix: 4 }] }), false)
})

test('an unlabelled contract is not verified by the nonce of its creation', async () => {
  const verified = async (more: Partial<Account>) => {
    const subject = contract(TRADER, { nonce: 1n, ...more })
    const own = walletHistory({ sentCount: 1, transfers: PAST.transfers })
    const known = { account: async (_: unknown, of: Address) => (of === TRADER ? subject : account(of)) }
    return (await verify({ ...known, history: async () => own })).verified
  }
  assert.equal(await verified({ labels: [] }), false)
  assert.equal(await verified({ labels: [label('defi_protocol')] }), true)
})

test('an unread source verifies no address, and without lists and past the score asks for a look', async () => {
  const down = { history: () => Promise.reject(new Error('down')) }
  const listless = { account: async (_: unknown, of: Address) => account(of, { nonce: 140n, sanctioned: null }) }
  const head = walletHistory({
    complete: { transactions: false, transfers: false, firstSeen: false, funding: false },
    cut: ['logs: out of reach'],
  })
  assert.equal((await verify(down)).verified, false)
  assert.equal((await verify(listless)).verified, false)
  assert.equal((await verify({ history: async () => head })).verified, false)
  const both = await verify({ ...down, ...listless })
  assert.deepEqual([both.verified, both.riskLevel], [false, 'medium'])
})

test('for every viewer, evidence beside the viewer’s own still counts', async () => {
  const like: Address = `0x${TRADER.slice(2, 8)}${'7'.repeat(28)}${TRADER.slice(-6)}`
  const mine = walletHistory({ transfers: [transfer(9, { counterparty: FRIEND })] })
  const victim = walletHistory({
    transfers: [transfer(3, { counterparty: like }), transfer(9, { counterparty: TRADER, amount: 0n })],
  })
  const asked = (of: Address) => (of === TRADER ? mine : of === FRIEND ? victim : walletHistory())
  const history: WalletSources['history'] = async (_, { address }) => asked(address)
  for (const owner of [null, STRANGER, FRIEND]) {
    const { checks, verified } = await verify({ history }, { owner })
    assert.deepEqual([checks.isPoisoned, checks.isSimilar?.toLowerCase(), verified], [true, like, false])
  }
  const failing: WalletSources['history'] = async (_, { address }) =>
    address === STRANGER ? Promise.reject(new Error('down')) : asked(address)
  const short = await verify({ history: failing }, { owner: STRANGER })
  assert.deepEqual(
    [short.checks.isPoisoned, short.unknown.includes('isPoisoned'), short.unavailable],
    [true, true, ['history']],
  )
  const honest: WalletSources['history'] = async (_, { address }) =>
    address === STRANGER ? Promise.reject(new Error('down')) : PAST
  assert.equal((await verify({ history: honest }, { owner: STRANGER })).verified, false)
})

test('a wallet is no look-alike of itself, for every viewer', async () => {
  const like: Address = `0x${TRADER.slice(2, 8)}${'7'.repeat(28)}${TRADER.slice(-6)}`
  const own = walletHistory({ transfers: [transfer(3, { counterparty: like, direction: 'in' })] })
  const { checks } = await createAddressVerification(async () => sources({ history: async () => own }))(
    { ...INPUT, owner: TRADER },
    { environment: 'live', signal: new AbortController().signal },
  )
  assert.equal(checks.isSimilar, null)
})
