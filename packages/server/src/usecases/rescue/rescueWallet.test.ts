import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { FoundHoldings } from '@redoubt/risk/facts/holdings.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RescueCall, RescuePlan } from '@redoubt/risk/facts/rescueFacts.ts'
import type { WalletRight } from '@redoubt/risk/facts/walletRights.ts'
import { account, NFT, STRANGER, TRADER, USDC, ZERO } from '@redoubt/risk/testing/sampleFacts.ts'
import { approval } from '@redoubt/risk/wallet/testApproval.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import { createRescue, type RescueInput, type RescueSources } from './rescueWallet.ts'

const GWEI = 10n ** 9n
const BLOCK: PinnedBlock = {
  chain: 'ethereum',
  number: 100n,
  hash: `0x${'ab'.repeat(32)}`,
  timestamp: 1_790_000_000n,
  baseFeePerGas: 10n * GWEI,
  gasLimit: 36_000_000n,
  coinbase: ZERO,
  prevRandao: `0x${'00'.repeat(32)}`,
}
const INPUT: RescueInput = {
  chain: 'ethereum',
  address: TRADER,
  spelling: { member: 'address', spelled: TRADER, checksummed: TRADER, checksumFailed: false },
  safe: STRANGER,
  sponsor: NFT,
  includeSpam: false,
  deadlineMs: 5_000,
}
const HELD: FoundHoldings = {
  native: { balance: 10n ** 18n, priceUsd: 2_000, priceSource: 'oracle' },
  tokens: [],
  nfts: [],
  complete: true,
  cut: [],
}
const call = (more: Partial<RescueCall> = {}): RescueCall => ({
  to: TRADER,
  data: '0x',
  purpose: 'rescue',
  gasUsed: 100_000n,
  publishing: { wei: 0n, gas: 0n },
  ...more,
})
const PLAN: RescuePlan = {
  delegate: USDC,
  nonces: [7n, 8n, 9n],
  calls: [call()],
  assets: [],
  fundingIsSwept: false,
  undelegation: null,
  tip: 3n * GWEI,
  simulated: true,
}
const CONTEXT = { environment: 'live' as const, signal: new AbortController().signal }

async function run(given: Partial<RescueSources> = {}, { plan = PLAN, input = INPUT } = {}) {
  const sources: RescueSources = {
    block: async () => BLOCK,
    account: async (_block, address) => account(address),
    walletContract: async () => null,
    holdings: async () => HELD,
    approvals: async () => ({ approvals: [], unconfirmed: [], events: 0, complete: true, cut: [], unavailable: [] }),
    rights: async () => ({ rights: [], unconfirmed: [], complete: true, cut: [], unavailable: [] }),
    rescue: async (_block, { assets }) => ({
      ...plan,
      assets: assets.map((one) => ({ ...one, received: one.amount })),
    }),
    sendsPrivately: false,
    publicPool: true,
    intelAsOf: () => '2026-11-01',
    ...given,
  }
  const records = { messagesOf: async () => [] }
  return createRescue(async () => sources, records)(input, CONTEXT as never)
}

describe('what a rescue says', () => {
  test('holdings that time cut short are moved, and the answer says that it is a part', async () => {
    const cut = ['prices: not all were known in time']
    const data = await run({ holdings: async () => ({ ...HELD, complete: false, cut }) })
    assert.deepEqual([data.complete, data.cut, data.assets[0]?.saved], [false, cut, true])
    assert.ok(data.unknown.includes('assets'))
  })

  test('what is described ends before the balances do', async () => {
    const signals: AbortSignal[] = []
    await run(
      {
        holdings: async (_block, { describeBy }, signal) => {
          signals.push(describeBy, signal)
          await new Promise((resolve) => describeBy.addEventListener('abort', resolve))
          assert.equal(signal.aborted, false)
          return HELD
        },
      },
      { input: { ...INPUT, deadlineMs: 400 } },
    )
    assert.equal(signals[0]?.aborted, true)
  })

  const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  const down = new NetworkUnavailable('ethereum', 3)
  const causes: [string, Error, number, string][] = [
    ['a part that ran out of time', late, 5_000, 'UPSTREAM_TIMEOUT'],
    ['endpoints that are down', down, 5_000, 'UPSTREAM_UNAVAILABLE'],
    ['an endpoint given up because the time was over', down, 1, 'UPSTREAM_TIMEOUT'],
  ]
  for (const [what, error, deadlineMs, code] of causes)
    test(`the cause of a failure is named: ${what}`, async () => {
      const holdings = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        throw error
      }
      await assert.rejects(run({ holdings }, { input: { ...INPUT, deadlineMs } }), { code })
    })

  test('fees: twice the base fee, the usual tip, and what publishing costs', async () => {
    const gas = 250_000n + 75_000n
    const fee = async (publishing: RescueCall['publishing']) => {
      const { totals, unknown } = await run({}, { plan: { ...PLAN, calls: [call({ publishing })] } })
      return [totals.gas, totals.feeWei, unknown.includes('totals.feeWei')]
    }
    assert.deepEqual(await fee({ wei: 0n, gas: 0n }), [String(gas), String(gas * 23n * GWEI), false])
    assert.deepEqual(await fee({ wei: 5n, gas: 0n }), [String(gas), String(gas * 23n * GWEI + 10n), false])
    const more = gas + 40_000n
    assert.deepEqual(await fee({ wei: 0n, gas: 40_000n }), [String(more), String(more * 23n * GWEI), false])
    assert.deepEqual(await fee(null), [String(gas), null, true])
  })

  const right = (more: Partial<WalletRight>): WalletRight => ({
    standard: 'erc777',
    keeper: USDC,
    keeperAccount: null,
    symbol: null,
    decimals: null,
    holder: STRANGER,
    holderAccount: null,
    id: null,
    amount: 1n,
    unlimited: false,
    valueAtRiskUsd: 5,
    grantedAt: null,
    ...more,
  })
  test('permitted: operators and signatures count, votes and the delegate do not; keepers of positions are named', async () => {
    const rights = [
      right({}),
      right({ standard: 'permit-signature', id: 4n, valueAtRiskUsd: 9 }),
      right({ standard: 'vote-delegation' }),
      right({ standard: 'eip7702', keeper: null }),
      right({ standard: 'market-authorization', keeper: NFT }),
    ]
    const data = await run({
      rights: async () => ({ rights, unconfirmed: [], complete: true, cut: [], unavailable: [] }),
      approvals: async () => ({
        // Nothing is there to be taken by the first.
        approvals: [approval({ balance: 0n }), approval({ token: NFT })],
        unconfirmed: [],
        events: 0,
        complete: true,
        cut: [],
        unavailable: [],
      }),
    })
    assert.deepEqual(data.permitted.map(({ standard, tokenId, power }) => [standard, tokenId, power]).sort(), [
      ['erc20', null, 'take'],
      ['erc777', null, 'take'],
      ['market-authorization', null, 'take'],
      ['permit-signature', '4', 'take'],
    ])
    assert.deepEqual(
      data.unsaved.map(({ reason, contract }) => [reason, contract?.toLowerCase()]),
      [['held-elsewhere', NFT]],
    )
  })

  const holderOf = (at: number) => `0x${String(at).padStart(40, 'a')}` as const
  const usdc = {
    token: USDC,
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    balance: 5n,
    listed: true,
    imitates: null,
    asked: null,
    recipients: null,
    priceUsd: 1,
    priceSource: 'oracle' as const,
    maxUsd: null,
    priceSought: true,
    sellable: null,
  }
  test('permissions beyond the bound: the most at risk of both kinds are named, and the cut is', async () => {
    const rights = Array.from({ length: 60 }, (_, at) => right({ holder: holderOf(at), valueAtRiskUsd: at }))
    const claimed = { tokenId: null, reason: 'claimed', grantedAt: null, standard: 'erc20', token: USDC } as const
    const answer = async (logged: number) =>
      run({
        holdings: async () => ({ ...HELD, tokens: [usdc] }),
        rights: async () => ({ rights, unconfirmed: [], complete: true, cut: [], unavailable: [] }),
        approvals: async () => ({
          approvals: [],
          unconfirmed: Array.from({ length: logged }, (_, at) => ({ ...claimed, spender: holderOf(100 + at) })),
          events: 0,
          complete: true,
          cut: [],
          unavailable: [],
        }),
      })
    const both = await answer(40)
    assert.deepEqual(
      [both.permitted.length, both.permitted.filter(({ confirmed }) => confirmed).map((one) => one.valueAtRiskUsd)],
      [50, Array.from({ length: 25 }, (_, at) => 59 - at)],
    )
    assert.equal(both.complete, false)
    assert.ok(both.cut.some((one) => one.startsWith('50 permissions')))
    assert.ok(!both.unknown.includes('assets'))
    assert.ok((await answer(0)).cut.some((one) => one.startsWith('10 permissions')))
  })

  test('an approval that only a log shows counts over what is moved, and over nothing else', async () => {
    const claimed = { spender: STRANGER, tokenId: null, reason: 'claimed', grantedAt: null } as const
    const unconfirmed = [
      { ...claimed, standard: 'erc20', token: USDC },
      { ...claimed, standard: 'erc20', token: NFT },
    ] as const
    const data = await run({
      holdings: async () => ({ ...HELD, tokens: [usdc] }),
      approvals: async () => ({
        approvals: [],
        unconfirmed: [...unconfirmed],
        events: 2,
        complete: true,
        cut: [],
        unavailable: [],
      }),
    })
    assert.deepEqual(
      data.permitted.map(({ token, confirmed }) => [token.toLowerCase(), confirmed]),
      [[USDC, false]],
    )
  })

  test('an asset that stays is said to stay', async () => {
    const data = await run({
      rescue: async (_block, { assets }) => ({ ...PLAN, assets: assets.map((one) => ({ ...one, received: 1n })) }),
    })
    assert.deepEqual(
      data.unsaved.map(({ reason, contract }) => [reason, contract]),
      [['refused', null]],
    )
  })

  test('where the transactions go', async () => {
    const cases: [boolean, boolean, string, string | null, RegExp][] = [
      [true, true, 'private-relay', '/v1/rpc/ethereum', /eth_sendRawTransaction of \/v1\/rpc\/ethereum/],
      [false, true, 'public-pool', null, /No private relay is configured/],
      [false, false, 'sequencer', null, /No private relay is configured here, and this network has no public pool/],
    ]
    for (const [sendsPrivately, publicPool, kind, rpc, words] of cases) {
      const { submission, steps } = await run({ sendsPrivately, publicPool })
      assert.deepEqual([submission.kind, submission.rpc], [kind, rpc])
      assert.match(submission.detail, words)
      assert.ok(steps.includes(submission.detail))
    }
  })

  test('transactions that may not fit one block are not called one bundle', async () => {
    const steps = async (gasUsed: bigint) =>
      (await run({}, { plan: { ...PLAN, calls: [call({ gasUsed }), call({ gasUsed })] } })).steps.join(' ')
    assert.match(await steps(1_000_000n), /in one bundle/)
    assert.match(await steps(14_000_000n), /in one bundle/)
    const many = await run({}, { plan: { ...PLAN, calls: [1, 2, 3].map(() => call({ gasUsed: 14_000_000n })) } })
    assert.match(many.steps.join(' '), /more gas than a block has/)
  })
})

describe('the safe address', () => {
  test('is looked up: a token is refused, and doubts are said before the first step', async () => {
    const receiver = (more: object) => async (_block: unknown, address: Address) =>
      address === STRANGER ? { ...account(address), ...more } : account(address)
    const token = { standard: 'erc20', symbol: 'TKN', name: 'Token', decimals: 18 } as const
    await assert.rejects(run({ account: receiver({ class: 'contract', token }) }), /token contract/)
    const { warnings, steps } = await run({ account: receiver({ class: 'contract', codeSize: 9 }) })
    assert.deepEqual(
      [warnings[0]?.id, steps[0]?.startsWith('Check the safe address before')],
      ['rescue-to-contract', true],
    )
    assert.deepEqual((await run()).warnings, [])
  })

  test('that could not be looked up costs a warning, and not the plan', async () => {
    const failing = async (_block: unknown, address: Address) =>
      address === STRANGER ? Promise.reject(new NetworkUnavailable('ethereum', 1)) : account(address)
    const { warnings, transactions } = await run({ account: failing })
    assert.deepEqual([warnings[0]?.id, transactions.length], ['rescue-to-unread-address', 1])
  })

  test('authorizations name their network, so that no other takes them', async () => {
    for (const chain of ['ethereum', 'bsc', 'polygon'] as const) {
      const { authorizations } = await run({}, { input: { ...INPUT, chain } })
      assert.deepEqual(
        authorizations.map(({ chainId }) => Number(chainId)),
        authorizations.map(() => CHAIN_IDS[chain]),
      )
    }
  })
})
