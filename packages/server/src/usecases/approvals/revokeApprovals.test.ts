import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PERMIT2 } from '@redoubt/risk/derive/tokenPulls.ts'
import type { Account, Label } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Permission, Revocation, Revocations } from '@redoubt/risk/facts/revocationFacts.ts'
import type { WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import { type WalletRight, type WalletRights, WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { account, SCAM, STRANGER, TRADER, UNKNOWN_CONTRACT, USDC, ZERO } from '@redoubt/risk/testing/sampleFacts.ts'
import { approval, toStranger, UNLIMITED } from '@redoubt/risk/wallet/testApproval.ts'
import type { ScanRecords } from '../../domain/ports/scanRecords.ts'
import type { ScanRecord } from '../../domain/scanRecord.ts'
import { ApiError } from '../../errors.ts'
import { rejectOnAbort } from '../../testing/rejectOnAbort.ts'
import { createRevokeApprovals, type RevokeInput, type RevokeSources } from './revokeApprovals.ts'

const METAMASK = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'
const BLOCK: PinnedBlock = {
  chain: 'ethereum',
  number: 100n,
  hash: `0x${'ab'.repeat(32)}`,
  timestamp: 1_790_000_000n,
  baseFeePerGas: 1n,
  gasLimit: 36_000_000n,
  coinbase: ZERO,
  prevRandao: `0x${'00'.repeat(32)}`,
}
const INPUT: RevokeInput = {
  chain: 'ethereum',
  address: TRADER,
  permissions: null,
  which: 'risky',
  invalidateNonces: false,
  deadlineMs: 5_001,
  spelling: { member: 'address', spelled: TRADER, checksummed: TRADER, checksumFailed: false },
}
const LIST: WalletApprovals = { approvals: [], unconfirmed: [], events: 0, complete: true, cut: [], unavailable: [] }
const revoked = (permission: Permission, more: Partial<Revocation> = {}): Revocation => ({
  method: 'approve',
  to: permission.token ?? TRADER,
  data: '0x',
  sender: 'account',
  authorization: null,
  alternative: null,
  fundingIsSwept: null,
  signing: null,
  permissions: [{ ...permission, symbol: 'USDC', decimals: 6, unlimited: false, before: 5_000_000n, after: 0n }],
  simulation: { success: true, gasUsed: 40_000n },
  publishing: { wei: 0n, gas: 0n },
  ...more,
})

/** Runs the use case over sources that answer what a case says, and withdraws whatever it is told to. */
async function run(
  given: {
    input?: Partial<RevokeInput>
    subject?: Account
    wallet?: WalletContract | null
    list?: Partial<WalletApprovals>
    rights?: Partial<WalletRights>
    found?: (permissions: readonly Permission[]) => Partial<Revocations>
    sources?: Partial<RevokeSources>
    messagesOf?: ScanRecords['messagesOf']
  } = {},
) {
  let asked: readonly Permission[] = []
  let listed = 0
  const sources: RevokeSources = {
    chain: 'ethereum',
    block: async () => BLOCK,
    account: async () => given.subject ?? account(TRADER),
    walletContract: async () => given.wallet ?? null,
    approvals: async () => {
      listed += 1
      return { ...LIST, ...given.list }
    },
    rights: async () => ({ rights: [], unconfirmed: [], complete: true, cut: [], unavailable: [], ...given.rights }),
    revocations: async (_block, { permissions }) => {
      asked = permissions
      const transactions = permissions.map((one) => revoked(one))
      return { transactions, skipped: [], proposal: null, simulated: true, ...given.found?.(permissions) }
    },
    intelAsOf: () => '2026-11-01',
    ...given.sources,
  }
  const context = { environment: 'live' as const, signal: AbortSignal.timeout(10_000) }
  const records = { messagesOf: given.messagesOf ?? (async () => []) }
  const caller = given.messagesOf ? { ...context, accountId: 'acc_1' } : context
  const result = await createRevokeApprovals(async () => sources, records)({ ...INPUT, ...given.input }, caller)
  return { result, asked, listed }
}

describe('which permissions are withdrawn', () => {
  const risky = toStranger(UNLIMITED)
  const bounded = approval()

  test('signatures that were scanned count, and where they cannot be read the answer is a part', async () => {
    let asked: readonly unknown[] = []
    const rights: RevokeSources['rights'] = async (_block, { signatures }) => {
      asked = signatures
      return { rights: [], unconfirmed: [], complete: true, cut: [], unavailable: [] }
    }
    const record = { kind: 'message', chain: 'ethereum', result: 'none' } as ScanRecord
    const unreadable = await run({ input: { which: 'all' }, sources: { rights }, messagesOf: async () => [record] })
    assert.deepEqual([unreadable.result.complete, unreadable.result.cut], [false, ['signatures of 1 kept scans']])
    const failing = await run({
      input: { which: 'all' },
      sources: { rights },
      messagesOf: () => Promise.reject(new Error('the store is down')),
    })
    assert.deepEqual(
      [failing.result.complete, failing.result.cut, asked],
      [false, ['signatures that were scanned here'], []],
    )
  })

  test('without a word the high and critical ones; with `all` every one, the worst first', async () => {
    const list = { approvals: [bounded, risky] }
    assert.deepEqual(
      (await run({ list })).asked.map(({ spender }) => spender),
      [risky.spender],
    )
    const all = await run({ list, input: { which: 'all' } })
    assert.deepEqual(
      all.asked.map(({ spender }) => spender),
      [risky.spender, bounded.spender],
    )
  })

  test('chosen ones need no list', async () => {
    const chosen: Permission = { standard: 'erc20', token: USDC, spender: STRANGER, tokenId: null }
    const { asked, listed, result } = await run({ input: { permissions: [chosen] } })
    assert.deepEqual([asked, listed, result.complete], [[chosen], 0, true])
  })

  test('a delegation, first, unless a wallet publishes the delegate and only the risky ones are wanted', async () => {
    const delegated = (delegate: typeof STRANGER) => account(TRADER, { class: 'delegated-eoa', delegate })
    const standards = async (delegate: typeof STRANGER, which: RevokeInput['which']) =>
      (await run({ subject: delegated(delegate), list: { approvals: [risky] }, input: { which } })).asked.map(
        ({ standard }) => standard,
      )
    assert.deepEqual(await standards(UNKNOWN_CONTRACT, 'risky'), ['eip7702', 'erc20'])
    assert.deepEqual(await standards(METAMASK, 'risky'), ['erc20'])
    assert.deepEqual(await standards(METAMASK, 'all'), ['eip7702', 'erc20'])
  })

  test('three hundred at most; the rest is named', async () => {
    const approvals = Array.from({ length: 330 }, (_, index) =>
      toStranger({ ...UNLIMITED, spender: `0x${(0xf000 + index).toString(16).padStart(40, '0')}` }),
    )
    const { asked, result } = await run({ list: { approvals } })
    assert.equal(asked.length, 300)
    assert.deepEqual([...new Set(result.skipped.map(({ reason }) => reason))], ['too-many'])
    assert.equal(result.skipped.length, 30)
  })

  describe('signatures that were scanned', () => {
    const signed = (keeper: Account | null, more: Partial<WalletRight> = {}): WalletRight => ({
      standard: 'blur-order-signature',
      keeper: keeper?.address ?? UNKNOWN_CONTRACT,
      keeperAccount: keeper,
      symbol: null,
      decimals: null,
      holder: STRANGER,
      holderAccount: account(STRANGER),
      id: 1n,
      amount: WHOLE,
      unlimited: false,
      valueAtRiskUsd: 1_000_000,
      grantedAt: null,
      signature: {
        standard: 'blur-order-signature',
        keeper: keeper?.address ?? UNKNOWN_CONTRACT,
        holder: STRANGER,
        id: 1n,
        assets: [],
        description: '1 item',
        unlimited: false,
        deadline: null,
        scan: { requestId: 'r1', scannedAt: 1, origin: null, primaryType: 'Order', riskLevel: 'critical' },
      },
      ...more,
    })
    const code = (labels: Account['labels']) => account(UNKNOWN_CONTRACT, { class: 'contract', labels })
    const label = (category: Label['category']): Label => ({
      name: 'Known',
      category,
      source: 'etherscan',
      confidence: 'high',
    })

    test('are ended by a call of a known contract only; others are named, and ended where they are asked for', async () => {
      const cases: [string, WalletRight, boolean][] = [
        ['an exchange', signed(code([label('nft_marketplace')])), true],
        ['a listed token', signed(code([label('token')]), { standard: 'permit-signature' }), true],
        ['Permit2', signed(null, { standard: 'permit2-signature', keeper: PERMIT2 }), true],
        ['Permit2, for any token', signed(null, { standard: 'permit2-allowance-signature' }), true],
        ['code that a message names', signed(code([])), false],
        ['an account that could not be looked up', signed(null), false],
        [
          'no code, whatever its label',
          signed(account(UNKNOWN_CONTRACT, { labels: [label('nft_marketplace')] })),
          false,
        ],
      ]
      for (const which of ['all', 'risky'] as const)
        for (const [name, right, isAsked] of cases) {
          const { asked, result } = await run({ rights: { rights: [right] }, input: { which } })
          assert.equal(asked.length, isAsked ? 1 : 0, name)
          assert.deepEqual(
            result.skipped.map(({ reason }) => reason),
            isAsked ? [] : ['claimed'],
            name,
          )
        }
    })

    test('come after what is on chain, however many', async () => {
      const many = Array.from({ length: 400 }, (_, id) => signed(code([label('nft_marketplace')]), { id: BigInt(id) }))
      const { asked } = await run({ list: { approvals: [risky] }, rights: { rights: many } })
      assert.deepEqual([asked.length, asked[0]?.spender, asked[0]?.standard], [300, risky.spender, 'erc20'])
    })
  })

  test('what rests on a token’s word alone is never called', async () => {
    const claim = (reason: 'claimed' | 'unreadable' | 'unread') => ({
      standard: 'erc20' as const,
      token: SCAM,
      spender: STRANGER,
      tokenId: null,
      grantedAt: null,
      reason,
    })
    const list = { unconfirmed: [claim('claimed'), claim('unreadable'), claim('unread')] }
    const { asked, result } = await run({ list, input: { which: 'all' } })
    assert.deepEqual(asked, [])
    assert.deepEqual(
      result.skipped.map(({ reason }) => reason),
      ['claimed', 'unreadable', 'unreadable'],
    )
  })

  test('addresses without a key are not examined', async () => {
    const keyless = await run({ subject: account(ZERO) })
    assert.deepEqual([keyless.listed, keyless.result.warnings.map(({ id }) => id)], [0, ['burn-address-or-precompile']])
    assert.equal((await run({ subject: account(TRADER, { class: 'precompile' }) })).listed, 0)
  })
})

describe('what is answered', () => {
  const chosen: Permission = { standard: 'erc20', token: USDC, spender: STRANGER, tokenId: null }
  const input = { permissions: [chosen] }

  test('a transaction as a wallet takes it, with a limit half above what it used', async () => {
    const { result } = await run({ input })
    const [one] = result.transactions
    assert.deepEqual([one?.value, one?.chainId, one?.gas, one?.verified], ['0x0', '0x1', '0xea60', true])
    assert.deepEqual([one?.approvals[0]?.before, one?.approvals[0]?.after], ['5', '0'])
    assert.deepEqual(result.totals, { transactions: 1, approvals: 1, gas: '60000' })
    const published = { publishing: { wei: 0n, gas: 7_000n } }
    const { result: more } = await run({
      input,
      found: ([first]) => ({ transactions: first ? [revoked(first, published)] : [] }),
    })
    assert.deepEqual([more.totals.gas, more.transactions[0]?.gas], ['67000', '0x105b8'])
    assert.deepEqual([result.confidence, result.unknown], [1, []])
  })

  test('something left is no success, something unread is unknown', async () => {
    const withLeft = (after: bigint | null) => (permissions: readonly Permission[]) => ({
      transactions: permissions.map((one) => {
        const { permissions: own, ...rest } = revoked(one)
        return { ...rest, permissions: own.map((permission) => ({ ...permission, after })) }
      }),
    })
    const verified = async (after: bigint | null) => {
      const { result } = await run({ input, found: withLeft(after) })
      return [result.transactions[0]?.verified, result.unknown]
    }
    assert.deepEqual(await verified(1n), [false, []])
    assert.deepEqual(await verified(null), [null, ['verified']])
  })

  test('an unexecuted call is named, and lowers confidence; so does half a list', async () => {
    const found = (permissions: readonly Permission[]) => ({
      transactions: permissions.map((one) => revoked(one, { simulation: null })),
      simulated: false,
    })
    const { result } = await run({ input, found })
    assert.deepEqual([result.unavailable, result.totals.gas, result.transactions[0]?.gas], [['simulation'], null, null])
    const part = await run({ list: { complete: false, cut: ['logs: out of reach'], unavailable: ['logs'] } })
    assert.deepEqual([part.result.complete, part.result.cut], [false, ['logs: out of reach']])
    assert.deepEqual([result.confidence, part.result.confidence], [0.9, 0.45])
  })

  test('batches: calls of a wallet, a proposal of a Safe, none of a plain contract or of nothing', async () => {
    const proposal = { to: USDC, data: '0x', operation: 0, nonce: 4n, gasUsed: 90_000n, verified: true } as const
    const safe: WalletContract = {
      type: 'safe',
      version: '1.4.1',
      owners: [STRANGER],
      threshold: 1,
      modules: [],
      complete: true,
      guard: null,
      moduleGuard: null,
      fallbackHandler: null,
    }
    const kindOf = async (wallet: WalletContract | null, more: object = {}) =>
      (await run({ input, wallet, found: () => ({ proposal, ...more }) })).result.batch?.kind ?? null
    assert.equal(await kindOf(null), 'eip5792')
    assert.equal(await kindOf(safe), 'safe')
    assert.equal(await kindOf(safe, { proposal: null }), null)
    assert.equal(await kindOf({ type: 'contract' }), null)
    assert.equal(await kindOf(null, { transactions: [] }), null)
  })

  test('a contract account that could not be looked into, a Safe’s library that is not there: no batch, and said', async () => {
    const subject = account(TRADER, { class: 'contract' })
    const sources = { walletContract: () => Promise.reject(new Error('gone')) }
    const { result } = await run({ input, subject, sources })
    assert.deepEqual([result.accountType, result.batch, result.unknown], ['contract', null, ['accountType', 'batch']])
  })

  test('a mistyped address is told', async () => {
    const spelling = { ...INPUT.spelling, checksumFailed: true }
    const { result } = await run({ input: { ...input, spelling } })
    assert.deepEqual(
      result.warnings.map(({ id }) => id),
      ['wallet-checksum-mismatch'],
    )
  })
})

describe('when the network fails', () => {
  const code = async (sources: Partial<RevokeSources>, input: Partial<RevokeInput> = {}) =>
    run({ sources, input }).then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    )

  test('unreachable and late are told apart', async () => {
    assert.equal(await code({ block: () => Promise.reject(new Error('gone')) }), 'UPSTREAM_UNAVAILABLE')
    const late = (_: unknown, __: unknown, signal: AbortSignal) => rejectOnAbort(signal)
    assert.equal(await code({ account: late }, { deadlineMs: 200 }), 'UPSTREAM_TIMEOUT')
  })
})
