import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { WalletScanInput, WalletScanResult } from '../../usecases/scans/wallet/scanWallet.ts'
import type { VerifyInput } from '../../usecases/scans/wallet/verifyAddress.ts'
import type { ScanContext } from '../ports.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { VERIFY_RESULT, WALLET_RESULT } from '../testing/testWallet.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const { address } = WALLET_RESULT
const SCAN = `/v1/scan/wallet/${address}`
const VERIFY = `/v1/wallet/verify/${address}`

const SECTIONLESS = { ...WALLET_RESULT }
delete SECTIONLESS.transactions
delete SECTIONLESS.approvals
/** Everything that may be null, is; and each other kind of contract account. */
const NOTHING: WalletScanResult = {
  ...WALLET_RESULT,
  profile: { age: null, transactionCount: null, firstSeen: null, lastSeen: null },
  walletContract: null,
  historySource: null,
  transactions: null,
  approvals: null,
  blockNumber: null,
  blockHash: null,
}
const KINDS: NonNullable<WalletScanResult['walletContract']>[] = [
  { type: 'contract' },
  { type: 'delegated', delegate: address, delegateLabel: 'Unlabelled contract' },
  { type: 'smart-account', name: 'Kernel', implementation: address, modules: [], extensions: [], complete: true },
]

describe('GET /v1/scan/wallet/{address}', async () => {
  const assertConforms = await loadConformance()
  const ROUTE = '/v1/scan/wallet/{address}'

  test('the whole result arrives in the envelope, whatever of it is null', async () => {
    const results = [
      WALLET_RESULT,
      SECTIONLESS,
      NOTHING,
      ...KINDS.map((walletContract) => ({ ...NOTHING, walletContract })),
    ]
    for (const result of results) {
      await using world = await startTestWorld()
      world.ports.scans.wallet = async () => result
      const { json, status } = await world.call('GET', SCAN, { key: await world.addKey() })
      assert.equal(status, 200)
      assert.deepEqual(json.data, result)
      assertConforms('GET', ROUTE, 200, json)
    }
  })

  test('without a query it is Ethereum and no sections; the query is coerced', async () => {
    const asked: [WalletScanInput, ScanContext][] = []
    await using world = await startTestWorld()
    world.ports.scans.wallet = async (...one) => {
      asked.push(one)
      return WALLET_RESULT
    }
    const key = await world.addKey({ environment: 'test', accountId: 'account-7' })
    await world.call('GET', SCAN, { key })
    const query = '?chain=bsc&includeTransactions=true&includeApprovals=true&deadlineMs=500&note=x'
    const { json } = await world.call('GET', SCAN + query, { key, headers: { prefer: 'handling=lenient' } })
    const [[input, context], [second]] = asked as [[WalletScanInput, ScanContext], [WalletScanInput]]
    assert.deepEqual(input, {
      chain: 'ethereum',
      address: address.toLowerCase(),
      owner: null,
      deadlineMs: 10_000,
      includeTransactions: false,
      includeApprovals: false,
      spelling: { member: 'address', spelled: address, checksummed: address, checksumFailed: false },
    })
    assert.deepEqual([context.environment, context.accountId], ['test', 'account-7'])
    assert.deepEqual(
      [second.chain, second.includeTransactions, second.includeApprovals, second.deadlineMs],
      ['bsc', true, true, 500],
    )
    assert.deepEqual(json.meta.ignored, ['note'])
  })

  test('scan:read or wallet:read opens it, and nothing else', async () => {
    await using world = await startTestWorld()
    for (const scope of ['scan:read', 'wallet:read', 'admin'] as const)
      assert.equal((await world.call('GET', SCAN, { key: await world.addKey({ scopes: [scope] }) })).status, 200, scope)
    const other = await world.addKey({ scopes: ['risk:read', 'webhooks:write'] })
    const { status, json } = await world.call('GET', SCAN, { key: other })
    assert.deepEqual([status, json.error.code], [403, 'INSUFFICIENT_SCOPE'])
  })

  test('it is kept, as a scan of a wallet', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    await world.call('GET', SCAN.toLowerCase(), { key, headers: { 'x-request-id': 'wallet-1' } })
    const { json } = await world.call('GET', '/v1/scans/wallet-1', { key })
    assert.deepEqual([json.data.kind, json.data.chain, json.data.subject], ['wallet', 'ethereum', address])
    assert.equal(json.data.riskScore, WALLET_RESULT.riskScore)
  })

  for (const [title, path, names] of [
    ['41 characters', SCAN.slice(0, -1), 'path.address'],
    ['43 characters', `${SCAN}0`, 'path.address'],
    ['not hexadecimal', `${SCAN.slice(0, -1)}g`, 'path.address'],
    ['a name', '/v1/scan/wallet/vitalik.eth', 'path.address'],
    ['an unknown network', `${SCAN}?chain=solana`, 'query.chain'],
    ['an option that is no boolean', `${SCAN}?includeTransactions=perhaps`, 'query.includeTransactions'],
    ['a deadline too short', `${SCAN}?deadlineMs=1`, 'query.deadlineMs'],
  ] as const)
    test(`${title}: 400 that names ${names}`, async () => {
      await using world = await startTestWorld()
      const { status, json } = await world.call('GET', path, { key: await world.addKey() })
      assert.deepEqual([status, json.error.code], [400, 'VALIDATION_ERROR'])
      assert.ok(json.error.message.startsWith(names), json.error.message)
      assertConforms('GET', ROUTE, 400, json)
    })
})

describe('GET /v1/wallet/verify/{address}', async () => {
  const assertConforms = await loadConformance()
  const ROUTE = '/v1/wallet/verify/{address}'

  test('the whole result arrives in the envelope, whatever of it is null', async () => {
    const nothing = { ...VERIFY_RESULT, checks: { ...VERIFY_RESULT.checks, isSimilar: null }, similar: [] }
    for (const result of [VERIFY_RESULT, { ...nothing, blockNumber: null, blockHash: null }]) {
      await using world = await startTestWorld()
      world.ports.wallets.verify = async () => result
      const { json, status } = await world.call('GET', VERIFY, { key: await world.addKey() })
      assert.equal(status, 200)
      assert.deepEqual(json.data, result)
      assertConforms('GET', ROUTE, 200, json)
    }
  })

  test('wallet:read opens it, on the Free plan too', async () => {
    await using world = await startTestWorld()
    const free = await world.addKey({ scopes: ['wallet:read'], plan: 'free' })
    assert.equal((await world.call('GET', VERIFY, { key: free })).status, 200)
    const { status } = await world.call('GET', VERIFY, { key: await world.addKey({ scopes: ['scan:read'] }) })
    assert.equal(status, 403)
  })

  test('`for` names whose history is looked at, in any spelling', async () => {
    const asked: VerifyInput[] = []
    await using world = await startTestWorld()
    world.ports.wallets.verify = async (input) => {
      asked.push(input)
      return VERIFY_RESULT
    }
    const key = await world.addKey()
    await world.call('GET', VERIFY, { key })
    await world.call('GET', `${VERIFY}?for=${address}&chain=polygon`, { key })
    assert.deepEqual(
      asked.map(({ owner, chain }) => [owner, chain]),
      [
        [null, 'ethereum'],
        [address.toLowerCase(), 'polygon'],
      ],
    )
    const { status, json } = await world.call('GET', `${VERIFY}?for=0x12`, { key })
    assert.equal(status, 400)
    assert.match(json.error.message, /^query\.for: expected 0x/)
  })
})
