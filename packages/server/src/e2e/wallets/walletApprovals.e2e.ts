import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_SANDBOX } from '../../testing/newHead.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { WalletApprovalsResult } from '../../usecases/approvals/walletApprovals.ts'

const DAY_MS = 86_400_000
const ABI = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown((address token, address spender)[] approvals)',
  'function setApprovalForAll(address operator, bool approved)',
])
const FOR_EVER = 2 ** 48 - 1

async function answer(
  service: ScanService,
  path: string,
): Promise<{ status: number; json: { data: WalletApprovalsResult; error?: { message: string } } }> {
  return service.ask(`/v1/wallet/approvals/${path}`)
}
async function list(service: ScanService, owner: Address, query = ''): Promise<WalletApprovalsResult> {
  const { status, json } = await answer(service, `${owner}?deadlineMs=25000${query}`)
  assert.equal(status, 200, JSON.stringify(json.error))
  return json.data
}
const entry = ({ approvals }: WalletApprovalsResult, token: Address, spender: Address, standard = 'erc20') =>
  approvals.find(
    (one) => one.token === getAddress(token) && one.spender === getAddress(spender) && one.standard === standard,
  ) ?? assert.fail(`no ${standard} approval of ${token} to ${spender}`)
const ids = ({ reasons }: { reasons: { id: string }[] }) => reasons.map(({ id }) => id)

describe('approvals of the sandbox’s people, whose doings are known', () => {
  let service: ScanService
  before(async () => {
    service = await startScanService('test')
    // On a busy machine a list has no time for a first judgement of the spender: it is made before.
    for (const chain of SANDBOX_CHAINS) {
      const { drainer } = sandboxWorld(chain).traps
      await service.ask('/v1/scan/contract', { address: drainer, chain, options: { deadlineMs: 30_000 } })
    }
  })
  after(() => service.close())

  for (const chain of SANDBOX_CHAINS)
    test(`${chain}: who approved the drainer and was not robbed yet`, async () => {
      const { actors, tokens, traps, headTimestamp } = sandboxWorld(chain)
      const result = await list(service, actors.careless, `&chain=${chain}`)
      assert.equal(result.chain, chain)
      assert.deepEqual(result.summary.byRisk, { safe: 0, low: 0, medium: 0, high: 0, critical: 3 })
      const { total, unlimited, risky, unconfirmed } = result.summary
      assert.deepEqual([total, unlimited, risky, unconfirmed], [3, 3, 3, 0])
      // 2,500 DAI and 3,000 USDT were withdrawn to it, and never touched.
      for (const [token, symbol, held, days] of [
        [tokens.dai, 'DAI', 2_500, 1],
        [tokens.usdt, 'USDT', 3_000, 0.9],
      ] as const) {
        const one = entry(result, token, traps.drainer)
        assert.deepEqual(
          [one.symbol, one.allowance, one.balance, one.valueAtRiskUsd],
          [symbol, 'unlimited', String(held), held],
        )
        assert.deepEqual(
          [one.riskLevel, one.lastUsed, one.spenderClass, one.spenderLabel],
          ['critical', null, 'contract', 'Unlabelled contract'],
        )
        assert.deepEqual(ids(one), [
          'dangerous-spender',
          'unlimited-to-unknown-contract',
          'unverified-spender',
          'recently-deployed-spender',
        ])
        assert.equal(one.spenderDeployedRecently, true)
        assert.ok(Math.abs(Date.parse(one.grantedAt ?? '') - (headTimestamp * 1_000 - days * DAY_MS)) < DAY_MS / 10)
        assert.match(one.transactionHash ?? '', /^0x[0-9a-f]{64}$/)
      }
      const sum = result.approvals.reduce((total, { valueAtRiskUsd }) => total + (valueAtRiskUsd ?? 0), 0)
      assert.equal(result.summary.valueAtRiskUsd, Math.round(sum * 100) / 100)
      assert.deepEqual([result.complete, result.unavailable], [true, []])
      assert.deepEqual([result.unknown, entry(result, tokens.dai, traps.drainer).spenderVerified], [[], false])
    })

  test('a trader of a year: Permit2 below its token, used and unused, worst first', async () => {
    const { actors, tokens, dex, permit2, headTimestamp } = sandboxWorld('ethereum')
    const result = await list(service, actors.trader)
    const daysAgo = (date: string | null) => Math.round((headTimestamp * 1_000 - Date.parse(date ?? '')) / DAY_MS)
    assert.equal(result.summary.risky, 0)
    const outer = entry(result, tokens.dai, permit2)
    assert.deepEqual([outer.allowance, outer.riskLevel, daysAgo(outer.grantedAt)], ['unlimited', 'medium', 300])
    const inner = entry(result, tokens.dai, dex.v3Router, 'permit2')
    assert.deepEqual(
      [inner.allowance, inner.valueAtRiskUsd, inner.expiration],
      ['2000', 2_000, '2106-02-07T06:28:15.000Z'],
    )
    assert.ok(ids(inner).includes('old-unused'))
    const used = entry(result, tokens.wrapped, dex.v3Router)
    assert.deepEqual([daysAgo(used.grantedAt), daysAgo(used.lastUsed)], [249, 248])
    const levels = result.approvals.map(({ riskLevel }) =>
      ['critical', 'high', 'medium', 'low', 'safe'].indexOf(riskLevel),
    )
    assert.deepEqual(levels, levels.toSorted())
  })

  test('who approved just what the drainer took has nothing to revoke, whatever the last event says', async () => {
    const { robbed } = sandboxWorld('ethereum').actors
    const { approvals, unconfirmed, complete } = await list(service, robbed)
    assert.deepEqual([approvals, unconfirmed, complete], [[], [], true])
  })

  test('contracts, strangers and burn addresses are answered by their kind', async () => {
    const { dex, safe } = sandboxWorld('ethereum')
    for (const address of [dex.v2Router, safe.account, `0x${'7'.repeat(40)}` as const]) {
      const { approvals, complete } = await list(service, address)
      assert.deepEqual([approvals, complete], [[], true])
    }
    const zero = await list(service, `0x${'0'.repeat(40)}`)
    assert.equal(zero.warnings[0]?.id, 'burn-address-or-precompile')
  })

  test('pages together are the list; a cursor is good for its own question and unchanged only', async () => {
    const { trader, friend } = sandboxWorld('ethereum').actors
    const whole = await list(service, trader)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: WalletApprovalsResult = await list(
        service,
        trader,
        `&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      seen.push(...page.approvals.map((one) => JSON.stringify(one)))
      assert.deepEqual([page.blockHash, page.summary], [whole.blockHash, whole.summary])
      cursor = page.nextCursor
    } while (cursor !== null)
    assert.deepEqual(
      seen,
      whole.approvals.map((one) => JSON.stringify(one)),
    )

    const { nextCursor } = await list(service, trader, '&limit=2')
    const good = nextCursor ?? assert.fail('one page only')
    const changed = `${good.slice(0, 20)}${good[20] === 'A' ? 'B' : 'A'}${good.slice(21)}`
    for (const path of [
      `${trader}?cursor=${changed}`,
      `${friend}?cursor=${good}`,
      `${trader}?risk=low&cursor=${good}`,
      `${trader}?chain=bsc&cursor=${good}`,
    ]) {
      const { status, json } = await answer(service, path)
      assert.equal(status, 400, path)
      assert.match(json.error?.message ?? '', /^query\.cursor: expected a cursor as answered/)
    }
    const medium = await list(service, trader, '&risk=medium')
    assert.equal(medium.approvals.length, whole.summary.byRisk.medium)
    assert.deepEqual(medium.summary, whole.summary)
  })
})

describe('approvals as they are given and taken back', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  before(async () => {
    sandbox = await openSandbox('ethereum')
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url }, ON_SANDBOX)
  })
  after(async () => {
    await service.close()
    await sandbox[Symbol.asyncDispose]()
  })

  test('items and collections of both standards; an item that was given away is its new owner’s to approve', async () => {
    const { actors, nfts, traps } = sandbox.world
    const from = actors.collector
    const act = (to: Address, functionName: 'approve' | 'setApprovalForAll', args: readonly unknown[], by = from) =>
      sandbox.send({ from: by, to, data: encodeFunctionData({ abi: ABI, functionName, args } as never) })
    await act(nfts.collectible, 'approve', [actors.spender, 6n])
    await act(nfts.collectible, 'setApprovalForAll', [traps.drainer, true])
    await act(nfts.items, 'setApprovalForAll', [actors.spender, true])
    const result = await list(service, from)
    const item = entry(result, nfts.collectible, actors.spender, 'erc721')
    assert.deepEqual([item.tokenId, item.allowance, item.operator, item.riskLevel], ['6', '1', false, 'critical'])
    const all = entry(result, nfts.collectible, traps.drainer, 'erc721')
    assert.deepEqual(
      [all.tokenId, all.allowance, all.operator, all.riskLevel, all.balance],
      [null, 'unlimited', true, 'critical', '3'],
    )
    assert.equal(entry(result, nfts.items, actors.spender, 'erc1155').riskLevel, 'critical')

    await act(nfts.collectible, 'setApprovalForAll', [traps.drainer, false])
    const moved = encodeFunctionData({
      abi: parseAbi(['function transferFrom(address,address,uint256)']),
      functionName: 'transferFrom',
      args: [from, actors.friend, 6n],
    })
    await sandbox.send({ from, to: nfts.collectible, data: moved })
    await act(nfts.collectible, 'approve', [actors.spender, 6n], actors.friend)
    await newHead()
    const { approvals } = await list(service, from)
    assert.deepEqual(
      approvals.filter(({ standard }) => standard === 'erc721'),
      [],
    )
    const given = await list(service, actors.friend)
    assert.equal(entry(given, nfts.collectible, actors.spender, 'erc721').tokenId, '6')
  })

  test('Permit2: what it may take is bounded by what it was given; expired and locked down are gone', async () => {
    const { actors, tokens, permit2, dex, decimals } = sandbox.world
    const from = actors.delegated
    const allow = (token: Address, spender: Address, amount: bigint, expiration: number) =>
      sandbox.send({
        from,
        to: permit2,
        data: encodeFunctionData({ abi: ABI, functionName: 'approve', args: [token, spender, amount, expiration] }),
      })
    const dollars = (amount: bigint) => amount * 10n ** BigInt(decimals.usdc)
    await allow(tokens.usdc, actors.spender, 2n ** 160n - 1n, FOR_EVER)
    await allow(tokens.usdc, dex.v3Router, dollars(9n), 1)
    await newHead()
    const dormant = entry(await list(service, from), tokens.usdc, actors.spender, 'permit2')
    assert.deepEqual(
      [dormant.allowance, dormant.expiration, dormant.riskLevel, dormant.valueAtRiskUsd, dormant.throughPermit2],
      ['unlimited', null, 'critical', 0, '0'],
    )
    const given = encodeFunctionData({ abi: ABI, functionName: 'approve', args: [permit2, dollars(50n)] })
    await sandbox.send({ from, to: tokens.usdc, data: given })
    await newHead()
    const result = await list(service, from)
    const live = entry(result, tokens.usdc, actors.spender, 'permit2')
    assert.deepEqual([live.valueAtRiskUsd, live.throughPermit2], [50, '50'])
    assert.equal(
      result.approvals.some(({ spender }) => spender === getAddress(dex.v3Router)),
      false,
    )

    const lockdown = encodeFunctionData({
      abi: ABI,
      functionName: 'lockdown',
      args: [[{ token: tokens.usdc, spender: actors.spender }]],
    })
    await sandbox.send({ from, to: permit2, data: lockdown })
    await newHead()
    const { approvals } = await list(service, from)
    assert.deepEqual(
      approvals.filter(({ standard }) => standard === 'permit2'),
      [],
    )
  })

  test('a spender that is an EOA, an open executor, or a token', async () => {
    const { actors, tokens, multicall3 } = sandbox.world
    for (const spender of [actors.spender, multicall3, tokens.usdt] as Address[])
      await sandbox.send({
        from: actors.fresh,
        to: tokens.usdc,
        data: encodeFunctionData({ abi: ABI, functionName: 'approve', args: [spender, 1_000_000n] }),
      })
    await newHead()
    const result = await list(service, actors.fresh)
    const worst = (spender: Address) => {
      const one = entry(result, tokens.usdc, spender)
      return [one.riskLevel, ids(one)[0], one.valueAtRiskUsd]
    }
    assert.deepEqual(worst(actors.spender), ['critical', 'account-spender', 1])
    assert.deepEqual(worst(multicall3), ['critical', 'open-executor-spender', 1])
    assert.deepEqual(worst(tokens.usdt), ['high', 'token-spender', 1])
    assert.equal(result.summary.valueAtRiskUsd, 3)
  })
})
