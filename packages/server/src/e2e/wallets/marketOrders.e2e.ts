import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { encodeFunctionData, getContractAddress, hashStruct, hashTypedData, parseAbi } from 'viem/utils'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { initCode, type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { marketOrders } from '../../testing/marketMessages.ts'
import { newHead, ON_ETHEREUM } from '../../testing/newHead.ts'
import type { Sale } from '../../testing/orderMessages.ts'
import { quietApp } from '../../testing/quietApp.ts'
import { createScanClient } from '../../testing/scanClient.ts'
import type { RevokeResult } from '../../usecases/approvals/renderRevocations.ts'
import type { RenderedPermission, WalletPermissionsResult } from '../../usecases/permissions/renderWalletPermissions.ts'

const ABI = parseAbi([
  'function setRemaining(bytes32 hash, address maker, uint256 raw)',
  'function setFilled(bytes32 hash, uint128 amount)',
  'function incrementNonce()',
  'function setOtcNonce(address origin, uint64 bucket, uint128 nonce)',
])
const COIN = 1_000_000n
const FAR = 1_990_000_000

// Orders are scanned as messages; the keeper counts them as the settlements do. What ends each is really sent.
describe('open orders of other exchanges that were scanned', () => {
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: ReturnType<typeof createScanClient>
  let rpc: NodeRpc
  let world: SandboxWorld
  let keeper: Address
  let sale: Sale
  const http = createOperatorFetch()

  before(async () => {
    service = await quietApp('test', {}, ON_ETHEREUM)
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
    await send({ from: trader, data: initCode('MarketKeeper', []) })
    sale = {
      chainId: CHAIN_IDS[chain],
      keeper,
      maker: trader,
      sells: { token: world.tokens.usdc, amount: 5n * COIN },
      buys: { token: world.tokens.dai, amount: 5n * 10n ** 18n },
      until: FAR,
    }
    for (const _ of [1, 2]) await call('incrementNonce', [], trader)
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
  const messages = () => marketOrders({ ...sale, origin: world.actors.friend })
  type Name = keyof ReturnType<typeof messages>
  const digestOf = (name: Name) => hashTypedData(messages()[name] as unknown as Parameters<typeof hashTypedData>[0])
  const hashOf = (name: Name) => {
    const { message, primaryType, types } = messages()[name]
    return hashStruct({ data: message, primaryType, types })
  }

  /** What is known by its digest, and by its struct. Null: no transaction ends it. */
  const ENDS: Record<Name, { method: string | null; idOf: typeof digestOf }> = {
    '1inch RFQ': { method: 'cancelOrderRFQ', idOf: digestOf },
    '1inch v3': { method: 'cancelOrder', idOf: digestOf },
    ParaSwap: { method: 'cancelOrder', idOf: digestOf },
    '0x OTC': { method: null, idOf: digestOf },
    '0x ERC-721': { method: 'cancelERC721Order', idOf: digestOf },
    '0x ERC-1155': { method: 'cancelERC1155Order', idOf: digestOf },
    Blur: { method: 'incrementNonce', idOf: hashOf },
    'Blur v2': { method: 'incrementNonce', idOf: hashOf },
    'LooksRare v1': { method: 'cancelMultipleMakerOrders', idOf: hashOf },
    'LooksRare v2': { method: 'cancelOrderNonces', idOf: hashOf },
  }
  const NAMES = Object.keys(ENDS) as Name[]

  test('each is listed with what ends it, executed; sent, it is gone', async () => {
    for (const name of NAMES) await scan(messages()[name])
    await newHead()
    const open = await orders()
    assert.equal(open.length, NAMES.length)
    for (const name of NAMES) {
      const { method, idOf } = ENDS[name]
      const one = open.find(({ orderId }) => orderId === idOf(name))
      assert.deepEqual(
        [one?.token, one?.end?.method ?? null, one?.end?.verified ?? null],
        [keeper, method, method && true],
        name,
      )
      if (method === null) assert.match(one?.cannotEnd?.detail ?? '', /maker cannot cancel/)
    }
    const swap = open.find(({ orderId }) => orderId === digestOf('1inch v3'))
    assert.deepEqual([swap?.allowance, swap?.filled, swap?.valueAtRiskUsd], ['5 USDC for 5 DAI', 0, 5])
    const listings = open.find(({ orderId }) => orderId === hashOf('Blur v2'))
    assert.deepEqual([listings?.filled, listings?.allowance.startsWith('at most ')], [null, true])
    await call('setRemaining', [digestOf('1inch v3'), sale.maker, 2n * COIN + 1n])
    await call('setRemaining', [digestOf('ParaSwap'), sale.maker, 1n * COIN + 1n])
    await call('setFilled', [digestOf('0x ERC-1155'), 3n])
    await newHead()
    const shares = await Promise.all(
      (['1inch v3', 'ParaSwap', '0x ERC-1155'] as const).map(async (name) => (await order(digestOf(name)))?.filled),
    )
    assert.deepEqual(shares, [0.6, 0.8, 0.75])
    const revoke = async (asked: object) => {
      const { status, json } = await client.ask(`/v1/wallet/approvals/${sale.maker}/revoke`, {
        chain: world.chain,
        options: { deadlineMs: 25_000 },
        ...asked,
      })
      assert.equal(status, 200, JSON.stringify(json))
      return (json as { data: RevokeResult }).data
    }
    // A plan for all calls no contract that only messages name.
    const all = await revoke({ all: 'all' })
    assert.ok(all.transactions.every(({ to }) => to !== keeper))
    const named = all.skipped.filter(({ approval }) => approval.token === keeper)
    assert.deepEqual([named.length, new Set(named.map(({ reason }) => reason))], [NAMES.length, new Set(['claimed'])])
    // By name: the same ends, those of one counter once.
    const { transactions, skipped } = await revoke({ approvals: open })
    const orderEnds = transactions.filter(({ to }) => to === keeper)
    const methods = NAMES.flatMap((name) => ENDS[name].method ?? [])
    assert.deepEqual(
      orderEnds.map(({ method }) => method).sort(),
      methods.filter((one, at) => one !== 'incrementNonce' || at === methods.indexOf(one)).sort(),
    )
    assert.ok(orderEnds.every(({ verified }) => verified === true))
    assert.deepEqual(
      skipped
        .filter(({ approval }) => approval.token === keeper)
        .map(({ approval, reason }) => [approval.standard, reason]),
      [['0x-order-signature', 'refused']],
    )
    const sent = new Set<string>()
    for (const { end } of open)
      if (end && !sent.has(end.data)) {
        sent.add(end.data)
        await send({ from: end.from ?? assert.fail(), to: end.to, data: end.data })
      }
    await newHead()
    assert.deepEqual(
      (await orders()).map(({ orderId }) => orderId),
      [digestOf('0x OTC')],
    )
    await call('setOtcNonce', [world.actors.friend, 6n, 8n])
    await newHead()
    assert.deepEqual(await orders(), [])
  })

  test('an order of an exchange that is not asked is listed, and said not to be ended here', async () => {
    const { domain, ...rest } = messages().ParaSwap
    const typedData = { ...rest, domain: { ...domain, name: 'Some Exchange' } }
    await scan(typedData)
    await newHead()
    const [one, ...more] = await orders()
    assert.deepEqual(
      [one?.standard, more, one?.end, one?.cannotEnd?.reason],
      ['other-order-signature', [], null, 'unreadable'],
    )
    assert.deepEqual([one?.allowance, one?.filled, one?.valueAtRiskUsd], ['at most 5 USDC for 5 DAI', null, null])
  })
})
