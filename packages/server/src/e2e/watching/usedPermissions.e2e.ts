import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, getAddress, getContractAddress, hashTypedData, parseAbi } from 'viem/utils'
import type { Owner } from '../../domain/account.ts'
import { monitorSettings } from '../../domain/monitor.ts'
import { ACTORS } from '../../sandbox/actors.ts'
import { approve, approveAll, transfer, transferFrom, UNLIMITED } from '../../sandbox/history/calls.ts'
import { initCode, type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { cowOrder } from '../../testing/orderMessages.ts'
import { coins, orderOf, SEAPORT_ITEM } from '../../testing/sandboxMessages.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const LOOK_MS = 250
const LONGEST_MS = 60_000
const COIN = 1_000_000n
const ABI = parseAbi([
  'function pull(address token, address from, uint256 amount)',
  'function fillUid(bytes uid, uint256 amount)',
  'function fulfillOrder(((address offerer, address zone, (uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount)[] offer, (uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount, address recipient)[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 totalOriginalConsiderationItems) parameters, bytes signature) order, bytes32 fulfillerConduitKey) payable returns (bool)',
])

const PERMIT2 = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
])

type Data = { status: string; kind: string; left: string | null; transactionHash: Hex | null; requestId: string }

// What a look at allowances and counters of nonces does not show: a use of what has no end, and orders that are filled.
describe('permissions that were used', () => {
  const world = sandboxWorld('ethereum')
  const { trader, friend } = world.actors
  const http = createOperatorFetch()
  let service: ScanService
  let rpc: NodeRpc
  let owner: Owner
  /** Moves what was approved to it, for the friend. */
  let spender: Address
  let keeper: Address

  before(async () => {
    const limits = { headReuseMs: 0, sandboxChains: ['ethereum'], signedCheckMs: LOOK_MS } as const
    service = await startScanService('test', {}, limits)
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
    const key = await service.app.store.keys.findByToken(service.tokens[0] ?? '')
    assert.ok(key)
    owner = { accountId: key.accountId, environment: 'test' }
    const wanted = { address: getAddress(trader), chain: 'ethereum', ...monitorSettings() } as const
    await service.app.store.monitors.create(owner, wanted, { max: 9, now: Date.now() })
    spender = await deploy(initCode('ApprovalDrainer', [friend]))
    keeper = await deploy(initCode('OrderKeeper', []))
  })
  after(async () => {
    await service.close()
    await http.close()
  })

  async function send(from: Address, to: Address | undefined, data: Hex, value: Hex = '0x0'): Promise<Hex> {
    const hash = (await rpc('eth_sendTransaction', [{ from, ...(to && { to }), data, value, gas: '0x4c4b40' }])) as Hex
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: string }
    assert.equal(receipt.status, '0x1')
    return hash
  }
  async function deploy(data: Hex): Promise<Address> {
    const nonce = BigInt((await rpc('eth_getTransactionCount', [friend, 'latest'])) as Hex)
    await send(friend, undefined, data)
    return getContractAddress({ from: friend, nonce })
  }
  const call = (functionName: 'pull' | 'fillUid', args: readonly unknown[]) =>
    encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])

  async function scanned(path: string, body: object): Promise<string> {
    const { status, json } = await service.ask(path, { chain: 'ethereum', ...body, options: { deadlineMs: 30_000 } })
    assert.equal(status, 200, JSON.stringify(json))
    return json.meta.scanId ?? json.meta.requestId
  }
  const told = async (requestId: string): Promise<Data[]> => {
    const query = { order: 'oldest', limit: 100, beyond: null, entity: null, since: null, until: null } as const
    const events = await service.app.store.events.list(owner, { ...query, types: ['monitor.permission'] })
    return events.map(({ data }) => JSON.parse(data) as Data).filter((data) => data.requestId === requestId)
  }
  async function until(requestId: string, count: number): Promise<Data[]> {
    for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
      const events = await told(requestId)
      if (events.length >= count) return events
      await wait(LOOK_MS)
    }
    return told(requestId)
  }
  /** Until the first look is over, which is the baseline. */
  async function baseline(requestId: string): Promise<void> {
    for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
      const rows = await service.app.store.signedPermissions.lease(Date.now() + 1e12, -1e12, 100)
      const own = rows.filter(({ permission }) => permission.requestId === requestId)
      if (own.some(({ permission: { left } }) => left !== null && left !== '0')) return
      await wait(LOOK_MS)
    }
    assert.fail(`no look at ${requestId}`)
  }

  test('an allowance without end: each use is told with its transaction, transfers by others are not', async () => {
    const { dai } = world.tokens
    const data = approve(spender, UNLIMITED)
    const requestId = await scanned('/v1/scan/transaction', { from: trader, to: dai, data })
    await send(trader, dai, data)
    await baseline(requestId)
    // The owner's own transfer, and one by another spender.
    await send(trader, dai, transfer(friend, 5n))
    await send(trader, dai, approve(friend, 9n))
    await send(friend, dai, transferFrom(trader, friend, 9n))
    const used = await send(friend, spender, call('pull', [dai, trader, COIN]))
    const [first] = await until(requestId, 1)
    assert.deepEqual([first?.status, first?.left, first?.transactionHash], ['used', String(UNLIMITED), used])
    const again = await send(friend, spender, call('pull', [dai, trader, 1n]))
    const [, second, ...more] = await until(requestId, 2)
    assert.deepEqual([second?.transactionHash, more], [again, []])
    await wait(4 * LOOK_MS)
    assert.equal((await told(requestId)).length, 2)
  })

  test('Permit2 in another account’s transaction: its own allowance, and the token’s allowance for it', async () => {
    const { usdt } = world.tokens
    const most = 2n ** 160n - 1n
    const args = [usdt, friend, most, 2 ** 48 - 1] as const
    const given: [Address, Hex][] = [
      [usdt, approve(world.permit2, UNLIMITED)],
      [world.permit2, encodeFunctionData({ abi: PERMIT2, functionName: 'approve', args })],
    ]
    const scans: string[] = []
    for (const [to, data] of given) {
      scans.push(await scanned('/v1/scan/transaction', { from: trader, to, data }))
      await send(trader, to, data)
    }
    for (const requestId of scans) await baseline(requestId)
    const pull = { functionName: 'transferFrom', args: [trader, friend, 5n, usdt] } as const
    const used = await send(friend, world.permit2, encodeFunctionData({ abi: PERMIT2, ...pull }))
    for (const requestId of scans) {
      const [first, ...more] = await until(requestId, 1)
      assert.deepEqual([first?.status, first?.transactionHash, more], ['used', used, []])
    }
  })

  test('what is given, used and taken back in one block, before any look', async () => {
    const { dai } = world.tokens
    for (const amount of [UNLIMITED, COIN]) {
      const other = await deploy(initCode('ApprovalDrainer', [friend]))
      const data = approve(other, amount)
      const requestId = await scanned('/v1/scan/transaction', { from: trader, to: dai, data })
      const sent: Hex[] = []
      for (const [from, to, input] of [
        [trader, dai, data],
        [friend, other, call('pull', [dai, trader, COIN / 2n])],
        [trader, dai, approve(other, 0n)],
      ] as const)
        sent.push((await rpc('eth_sendTransaction', [{ from, to, data: input, gas: '0x4c4b40' }])) as Hex)
      await rpc('evm_mine', [])
      const [used, ...more] = await until(requestId, 1)
      assert.deepEqual([used?.status, used?.left, used?.transactionHash, more], ['used', '0', sent[1], []])
    }
  })

  test('an operator of a collection', async () => {
    const { collectible } = world.nfts
    const data = approveAll(friend)
    const requestId = await scanned('/v1/scan/transaction', { from: trader, to: collectible, data })
    await send(trader, collectible, data)
    await baseline(requestId)
    const used = await send(friend, collectible, transferFrom(trader, friend, 1n))
    const [first] = await until(requestId, 1)
    assert.deepEqual([first?.status, first?.transactionHash], ['used', used])
  })

  test('an order of CoW that is filled in part, and then whole', async () => {
    const typedData = cowOrder({
      chainId: CHAIN_IDS.ethereum,
      keeper,
      maker: trader,
      sells: { token: world.tokens.usdc, amount: 5n * COIN },
      buys: { token: world.tokens.dai, amount: 5n },
      until: 1_990_000_000,
    })
    const digest = hashTypedData(typedData as unknown as Parameters<typeof hashTypedData>[0])
    const uid = `${digest}${trader.slice(2)}${(1_990_000_000).toString(16)}`
    const requestId = await scanned('/v1/scan/message', { address: trader, typedData })
    await baseline(requestId)
    await send(friend, keeper, call('fillUid', [uid, 2n * COIN]))
    const [part] = await until(requestId, 1)
    assert.deepEqual([part?.status, part?.kind, part?.left], ['used', 'signature', '0.6'])
    await send(friend, keeper, call('fillUid', [uid, 3n * COIN]))
    const [, whole] = await until(requestId, 2)
    assert.deepEqual([whole?.status, whole?.left], ['used', '0'])
  })

  test('an order of Seaport that is filled', async () => {
    const { usdc } = world.tokens
    const order = orderOf(world, {
      offer: [{ itemType: SEAPORT_ITEM.erc20, token: usdc, amount: COIN }],
      consideration: [coins(1_000n)],
    })
    await send(trader, usdc, approve(world.seaport, COIN))
    const requestId = await scanned('/v1/scan/message', { address: trader, typedData: order })
    await baseline(requestId)
    const signature = await privateKeyToAccount(ACTORS.trader.privateKey).signTypedData(order as never)
    const { counter: _counter, ...parameters } = { ...order.message, totalOriginalConsiderationItems: 1n }
    const args = [{ parameters: parameters as never, signature }, `0x${'0'.repeat(64)}`] as const
    await send(friend, world.seaport, encodeFunctionData({ abi: ABI, functionName: 'fulfillOrder', args }), '0x3e8')
    const [used] = await until(requestId, 1)
    assert.deepEqual([used?.status, used?.left], ['used', '0'])
  })
})
