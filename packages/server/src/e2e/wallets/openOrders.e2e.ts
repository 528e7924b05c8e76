import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { encodeFunctionData, getContractAddress, hashTypedData, parseAbi } from 'viem/utils'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { initCode, type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_SANDBOX } from '../../testing/newHead.ts'
import { cowOrder, oneInchOrder, type Sale, zeroExOrder } from '../../testing/orderMessages.ts'
import { quietApp } from '../../testing/quietApp.ts'
import { coins, orderOf, SEAPORT_ITEM } from '../../testing/sandboxMessages.ts'
import { createScanClient } from '../../testing/scanClient.ts'
import type { RevokeResult } from '../../usecases/approvals/renderRevocations.ts'
import type { RenderedPermission, WalletPermissionsResult } from '../../usecases/permissions/renderWalletPermissions.ts'

const ABI = parseAbi([
  'function fillUid(bytes uid, uint256 amount)',
  'function setPreSignature(bytes uid, bool signed)',
  'function fillByMaker(address maker, uint256 makerTraits, bytes32 orderHash, uint256 left)',
  'function fillHash(bytes32 orderHash, uint128 takerAmount)',
  'function increaseEpoch(uint96 series)',
])
const COIN = 1_000_000n
const MANY_FILLS = 1n << 254n
const NEEDS_EPOCH = 1n << 250n
const FAR = 1_990_000_000

// Orders are scanned as messages; the keeper counts them as the settlements do. What ends each is really sent.
describe('open orders that were scanned', () => {
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: ReturnType<typeof createScanClient>
  let rpc: NodeRpc
  let world: SandboxWorld
  let keeper: Address
  let sale: Sale
  const http = createOperatorFetch()

  before(async () => {
    service = await quietApp('test', {}, ON_SANDBOX)
    const owner = await service.app.store.accounts.create({ name: 'orders', plan: 'free', operator: false })
    const scopes = ['wallet:read' as const, 'scan:read' as const]
    const key = { accountId: owner.id, name: 'orders', scopes, environment: 'test' as const }
    client = createScanClient(service.url, (await service.app.store.keys.create(key)).token)
    const [chain] = SANDBOX_CHAINS
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls[chain], http)
    world = sandboxWorld(chain)
    const { trader } = world.actors
    const nonce = BigInt((await rpc('eth_getTransactionCount', [trader, 'latest'])) as Hex)
    keeper = getContractAddress({ from: trader, nonce })
    await send({ from: trader, data: initCode('OrderKeeper', []) })
    sale = {
      chainId: CHAIN_IDS[chain],
      keeper,
      maker: trader,
      sells: { token: world.tokens.usdc, amount: 5n * COIN },
      buys: { token: world.tokens.dai, amount: 5n * 10n ** 18n },
      until: FAR,
    }
    await newHead()
  })
  after(async () => {
    await Promise.all([client.close(), http.close()])
    await service.app.close()
  })

  async function send(transaction: { from: string; to?: string; data: Hex }): Promise<void> {
    const hash = await rpc('eth_sendTransaction', [{ gas: '0x4c4b40', ...transaction }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }
    assert.equal(receipt.status, '0x1')
  }
  const call = (functionName: (typeof ABI)[number]['name'], args: readonly unknown[], from = world.actors.friend) =>
    send({
      from,
      to: keeper,
      data: encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0]),
    })
  async function scan(typedData: object, chain: string = world.chain): Promise<void> {
    const body = { chain, address: sale.maker, typedData, origin: 'https://swap.example' }
    const { status, json } = await client.ask('/v1/scan/message', body)
    assert.equal(status, 200, JSON.stringify(json))
  }
  async function ledger(): Promise<WalletPermissionsResult> {
    const { status, json } = await client.ask(
      `/v1/wallet/permissions/${sale.maker}?chain=${world.chain}&deadlineMs=25000&limit=100`,
    )
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: WalletPermissionsResult }).data
  }
  const orders = async () =>
    (await ledger()).permissions.filter(({ standard }) => /order/.test(standard)).map((one) => ({ ...one }))
  const order = async (orderId: Hex): Promise<RenderedPermission | undefined> =>
    (await orders()).find((one) => one.orderId === orderId)
  const hashOf = (
    typedData: ReturnType<typeof oneInchOrder> | ReturnType<typeof zeroExOrder> | ReturnType<typeof cowOrder>,
  ) => hashTypedData(typedData as unknown as Parameters<typeof hashTypedData>[0])
  const uidOf = (typedData: ReturnType<typeof cowOrder>): Hex =>
    `${hashOf(typedData)}${sale.maker.slice(2).toLowerCase()}${typedData.message.validTo.toString(16).padStart(8, '0')}`

  /** Sends what the ledger says ends it; afterwards it is not there. */
  async function end(one: RenderedPermission | undefined): Promise<void> {
    assert.deepEqual([one?.end?.verified, one?.end?.signing], [true, null])
    if (one?.end) await send({ from: one.end.from ?? assert.fail(), to: one.end.to, data: one.end.data })
    await newHead()
    assert.equal(await order((one?.orderId ?? '0x') as Hex), undefined)
  }

  test('CoW: what for what, until when, from which page; filled in part, then cancelled', async () => {
    const typedData = cowOrder(sale)
    await scan(typedData)
    await newHead()
    const open = await order(uidOf(typedData))
    assert.deepEqual(
      [open?.standard, open?.token, open?.allowance, open?.valueAtRiskUsd, open?.filled, open?.power],
      ['cow-order-signature', keeper, '5 USDC for 5 DAI', 5, 0, 'take'],
    )
    assert.deepEqual(
      [open?.expiration, open?.signature?.origin, open?.end?.method],
      [new Date(FAR * 1_000).toISOString(), 'https://swap.example', 'invalidateOrder'],
    )
    await call('fillUid', [uidOf(typedData), 3n * COIN])
    await newHead()
    const part = await order(uidOf(typedData))
    assert.deepEqual([part?.filled, part?.valueAtRiskUsd], [0.6, 2])
    await end(part)
  })

  test('CoW: an order to buy is counted by what it buys, and one that was filled is gone', async () => {
    const typedData = cowOrder(sale, { kind: 'buy' })
    await scan(typedData)
    await call('fillUid', [uidOf(typedData), 10n ** 18n])
    await newHead()
    assert.equal((await order(uidOf(typedData)))?.filled, 0.2)
    await call('fillUid', [uidOf(typedData), 4n * 10n ** 18n])
    await newHead()
    assert.equal(await order(uidOf(typedData)), undefined)
  })

  test('CoW: an order that was signed by a transaction', async () => {
    const typedData = cowOrder(sale, { appData: `0x${'07'.repeat(32)}` })
    await call('setPreSignature', [uidOf(typedData), true], sale.maker)
    await newHead()
    const open = await order(uidOf(typedData))
    assert.deepEqual(
      [open?.standard, open?.spender, open?.filled, open?.allowance, open?.valueAtRiskUsd],
      ['presigned-order', keeper, null, 'unknown', null],
    )
    await end(open)
  })

  test('1inch: one bit for an order that is filled once, its own count for others', async () => {
    // The bit of an earlier order has the same place in another word.
    await call('fillByMaker', [sale.maker, 44n << 120n, `0x${'44'.repeat(32)}`, 0n])
    const once = oneInchOrder(sale, 300n << 120n)
    const parts = oneInchOrder({ ...sale, until: FAR + 1 }, MANY_FILLS)
    for (const typedData of [once, parts]) await scan(typedData)
    await newHead()
    const [single, divided] = [await order(hashOf(once)), await order(hashOf(parts))]
    assert.deepEqual([single?.standard, single?.allowance], ['1inch-order-signature', '5 USDC for 5 DAI'])
    await end(single)
    await call('fillByMaker', [sale.maker, MANY_FILLS, hashOf(parts), COIN])
    await newHead()
    assert.deepEqual([divided?.filled, (await order(hashOf(parts)))?.filled], [0, 0.8])
    await end(await order(hashOf(parts)))
  })

  test('1inch: an order of an epoch ends with it', async () => {
    const typedData = oneInchOrder({ ...sale, until: FAR + 2 }, MANY_FILLS | NEEDS_EPOCH | (3n << 160n))
    await scan(typedData)
    await newHead()
    assert.ok(await order(hashOf(typedData)))
    await call('increaseEpoch', [3n], sale.maker)
    await newHead()
    assert.equal(await order(hashOf(typedData)), undefined)
  })

  test('0x: orders for any taker and quotes, hashed as the exchange does', async () => {
    for (const kind of ['limit', 'rfq'] as const) {
      const typedData = zeroExOrder(sale, kind)
      await scan(typedData)
      await call('fillHash', [hashOf(typedData), 10n ** 18n])
      await newHead()
      const open = await order(hashOf(typedData))
      assert.deepEqual([open?.standard, open?.filled, open?.valueAtRiskUsd], ['0x-order-signature', 0.2, 4])
      assert.equal(open?.end?.method, kind === 'limit' ? 'cancelLimitOrder' : 'cancelRfqOrder')
      await end(open)
    }
  })

  test('Seaport: orders of one counter end together, each known by its own hash', async () => {
    const { usdc } = world.tokens
    const sold = { offer: [{ itemType: SEAPORT_ITEM.erc20, token: usdc, amount: COIN }], consideration: [coins(9n)] }
    for (const salt of ['41', '42']) await scan(orderOf(world, { ...sold, salt }))
    await newHead()
    const found = await orders()
    assert.deepEqual(
      found.map(({ standard, filled, end }) => [standard, filled, end?.method, end?.endsOthers]),
      [
        ['seaport-order-signature', 0, 'incrementCounter', 1],
        ['seaport-order-signature', 0, 'incrementCounter', 1],
      ],
    )
    await end(found[0])
    assert.deepEqual(await orders(), [])
  })

  test('a message counts on the network that its domain names, wherever it was scanned', async () => {
    const typedData = cowOrder({ ...sale, until: FAR + 5 })
    const other = SANDBOX_CHAINS.find((name) => name !== world.chain)
    await scan(typedData, other)
    await newHead()
    const open = await order(uidOf(typedData))
    // The other network says nothing of a token that it does not have.
    assert.equal(open?.allowance, `5000000 base units of ${world.tokens.usdc}`)
    assert.equal(open?.valueAtRiskUsd, 5)
    await end(open)
  })

  test('entries go to the revocation as they are', async () => {
    const typedData = [
      cowOrder({ ...sale, until: FAR + 9 }),
      oneInchOrder({ ...sale, until: FAR + 9 }, 9n << 120n),
      zeroExOrder({ ...sale, until: FAR + 9 }, 'limit'),
    ]
    for (const one of typedData) await scan(one)
    await newHead()
    const found = await orders()
    assert.equal(found.length, typedData.length)
    const { status, json } = await client.ask(`/v1/wallet/approvals/${sale.maker}/revoke`, {
      chain: world.chain,
      approvals: found,
      options: { deadlineMs: 25_000 },
    })
    assert.equal(status, 200, JSON.stringify(json))
    const { transactions, skipped, batch } = (json as { data: RevokeResult }).data
    assert.deepEqual([skipped, transactions.map(({ verified }) => verified)], [[], [true, true, true]])
    assert.equal(batch?.kind === 'eip5792' && batch.calls.length, 3)
    for (const { from, to, data } of transactions) await send({ from: from ?? assert.fail(), to, data })
    await newHead()
    assert.deepEqual(await orders(), [])
  })

  describe('orders that are none here', () => {
    const unconfirmed = async () => (await ledger()).unconfirmed.map(({ standard, reason }) => [standard, reason])

    test('of another network, of another account, of nothing, expired', async () => {
      const { friend } = world.actors
      const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
      await scan(cowOrder({ ...sale, chainId: 137 }))
      await scan(oneInchOrder({ ...sale, maker: friend }, MANY_FILLS))
      await scan(zeroExOrder({ ...sale, maker: friend }, 'limit'))
      await scan(cowOrder({ ...sale, sells: { ...sale.sells, amount: 0n } }))
      await scan(cowOrder({ ...sale, until: Number(timestamp) - 1 }))
      await newHead()
      assert.deepEqual(await orders(), [])
    })

    test('at a contract that is no settlement: told apart, and the ledger stays complete', async () => {
      await scan(cowOrder({ ...sale, keeper: world.tokens.usdc }))
      await scan(oneInchOrder({ ...sale, keeper: world.actors.friend }, MANY_FILLS))
      await newHead()
      assert.deepEqual(await orders(), [])
      assert.deepEqual((await unconfirmed()).sort(), [
        ['1inch-order-signature', 'unreadable'],
        ['cow-order-signature', 'unreadable'],
      ])
      assert.equal((await ledger()).complete, true)
    })

    test('a uid of another owner, and terms that are none, end nothing', async () => {
      const uid = `0x${'11'.repeat(32)}${world.actors.friend.slice(2)}${FAR.toString(16)}`
      const of = (standard: string, tokenId: string, terms: string | null) => ({
        standard,
        token: keeper,
        spender: keeper,
        tokenId,
        terms,
      })
      const { json } = await client.ask(`/v1/wallet/approvals/${sale.maker}/revoke`, {
        chain: world.chain,
        approvals: [
          of('cow-order-signature', uid, null),
          of('1inch-order-signature', '7', '0x1234'),
          of('0x-order-signature', '7', `0x${'00'.repeat(384)}`),
          of('0x-order-signature', '8', null),
          of('delegation-signature', '7', `0x${'ff'.repeat(700)}`),
          of('seaport-order-signature', '7', '0x'),
        ],
        options: { deadlineMs: 25_000 },
      })
      const { transactions, skipped } = (json as { data: RevokeResult }).data
      assert.deepEqual(transactions, [])
      assert.deepEqual(
        skipped.map(({ reason }) => reason),
        ['not-live', 'unreadable', 'unreadable', 'unreadable', 'unreadable', 'unreadable'],
      )
    })

    test('an order for more than there is puts the balance at risk', async () => {
      const typedData = cowOrder({ ...sale, sells: { ...sale.sells, amount: 2n ** 256n - 1n } })
      await scan(typedData)
      await newHead()
      const open = await order(uidOf(typedData))
      assert.ok((open?.valueAtRiskUsd ?? 0) > 5 && (open?.valueAtRiskUsd ?? 0) < 1e9)
      await end(open)
    })
  })
})
