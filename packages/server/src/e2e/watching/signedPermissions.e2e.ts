import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import type { Owner } from '../../domain/account.ts'
import { monitorSettings } from '../../domain/monitor.ts'
import { approve, transferFrom } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { permitOf, x402PaymentOf } from '../../testing/sandboxMessages.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const LOOK_MS = 250
const LONGEST_MS = 60_000
/** Half of a coin with six decimals. */
const HALF = 500_000n
const PERMIT2_ABI = parseAbi(['function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)'])

type Data = { status: string; kind: string; spender: string; requestId: string; changed: string[]; left: string | null }

describe('signatures and approvals of a monitored wallet', () => {
  const world = sandboxWorld('ethereum')
  const { trader, friend } = world.actors
  /** A wallet until its code is set. */
  const spender: Address = '0x00000000000000000000000000000000005e11e7'
  const http = createOperatorFetch()
  let service: ScanService
  let rpc: NodeRpc
  let owner: Owner

  before(async () => {
    const limits = { headReuseMs: 0, sandboxChains: ['ethereum'], signedCheckMs: LOOK_MS } as const
    service = await startScanService('test', {}, limits)
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
    const key = await service.app.store.keys.findByToken(service.tokens[0] ?? '')
    assert.ok(key)
    owner = { accountId: key.accountId, environment: 'test' }
    const wanted = { address: getAddress(trader), chain: 'ethereum', ...monitorSettings() } as const
    await service.app.store.monitors.create(owner, wanted, { max: 9, now: Date.now() })
  })
  after(async () => {
    await service.close()
    await http.close()
  })

  async function send(from: Address, to: Address, data: Hex): Promise<void> {
    await rpc('anvil_impersonateAccount', [from])
    await rpc('anvil_setBalance', [from, '0xde0b6b3a7640000'])
    const hash = await rpc('eth_sendTransaction', [{ from, to, data }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: string }
    assert.equal(receipt.status, '0x1')
  }

  async function scanned(path: string, body: object): Promise<string> {
    const { status, json } = await service.ask(path, { chain: 'ethereum', ...body, options: { deadlineMs: 30_000 } })
    assert.equal(status, 200, JSON.stringify(json))
    return json.meta.scanId ?? json.meta.requestId
  }

  /** Of Permit2: what the wallet signed with this nonce can never be used again. */
  async function useUp(nonce: bigint): Promise<void> {
    const args = [nonce >> 8n, 1n << (nonce & 255n)] as const
    const data = encodeFunctionData({ abi: PERMIT2_ABI, functionName: 'invalidateUnorderedNonces', args })
    await send(trader, world.permit2, data)
  }

  const told = async (requestId: string): Promise<Data[]> => {
    const query = { order: 'oldest', limit: 100, beyond: null, entity: null, since: null, until: null } as const
    const events = await service.app.store.events.list(owner, { ...query, types: ['monitor.permission'] })
    return events.map(({ data }) => JSON.parse(data) as Data).filter((data) => data.requestId === requestId)
  }

  /** Waits for so many events of a scan. */
  async function until(requestId: string, count: number): Promise<Data[]> {
    for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
      const events = await told(requestId)
      if (events.length >= count) return events
      await wait(LOOK_MS)
    }
    return told(requestId)
  }

  /** Until the first look is over, which is the baseline. */
  async function baseline(requestId: string, left: (left: string | null) => boolean): Promise<void> {
    for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
      const row = await service.app.store.signedPermissions.lease(Date.now() + 1e12, -1e12, 100)
      if (row.some(({ permission }) => permission.requestId === requestId && left(permission.left))) return
      await wait(LOOK_MS)
    }
    assert.fail(`no look at ${requestId}`)
  }

  test('an approval: its spender gets other code, then it is used', async () => {
    const data = approve(spender, 2n * HALF)
    const requestId = await scanned('/v1/scan/transaction', { from: trader, to: world.tokens.usdc, data })
    assert.deepEqual(await told(requestId), [])
    await send(trader, world.tokens.usdc, data)
    await baseline(requestId, (left) => left === String(2n * HALF))
    await rpc('anvil_setCode', [spender, '0x6001'])
    await rpc('evm_mine', [])
    const [changed] = await until(requestId, 1)
    assert.deepEqual([changed?.status, changed?.changed, changed?.kind], ['changed', ['codeHash'], 'approval'])
    await send(spender, world.tokens.usdc, transferFrom(trader, friend, HALF))
    const used = (await until(requestId, 2)).at(-1)
    assert.deepEqual([used?.status, used?.left, used?.spender], ['used', String(HALF), getAddress(spender)])
  })

  test('a signature: its nonce is used up', async () => {
    const typedData = x402PaymentOf(world, friend, HALF, spender)
    const requestId = await scanned('/v1/scan/message', { address: trader, typedData })
    await baseline(requestId, (left) => left === 'open')
    await useUp(BigInt((typedData.message as { nonce: string | number }).nonce))
    const [used] = await until(requestId, 1)
    assert.deepEqual([used?.status, used?.kind], ['used', 'signature'])
  })

  test('a signature that is used at once is told of; one that was used long before its scan is not', async () => {
    const withNonce = (nonce: bigint) => {
      const { message, ...typedData } = x402PaymentOf(world, friend, HALF, spender)
      return { address: trader, typedData: { ...typedData, message: { ...message, nonce: String(nonce) } } }
    }
    await useUp(700n)
    for (let blocks = 0; blocks < 10; blocks++) await rpc('evm_mine', [])
    const old = await scanned('/v1/scan/message', withNonce(700n))
    const fresh = await scanned('/v1/scan/message', withNonce(701n))
    await useUp(701n)
    const [used] = await until(fresh, 1)
    assert.deepEqual([used?.status, used?.kind], ['used', 'signature'])
    assert.deepEqual(await told(old), [])
  })

  test('a signature: its deadline passes unused', async () => {
    const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
    const typedData = permitOf(world, spender, HALF)
    const deadline = String(Math.max(Number(timestamp), Math.floor(Date.now() / 1_000)) + 3_600)
    const body = { address: trader, typedData: { ...typedData, message: { ...typedData.message, deadline } } }
    const requestId = await scanned('/v1/scan/message', body)
    await baseline(requestId, (left) => left === 'open')
    await rpc('evm_mine', [`0x${(Number(deadline) + 1).toString(16)}`])
    const [expired] = await until(requestId, 1)
    assert.deepEqual([expired?.status, expired?.kind], ['expired', 'signature'])
  })

  test('another account, without a monitor, watches nothing', async () => {
    const other = { accountId: 'none', environment: 'test', chain: 'ethereum', wallet: trader } as const
    assert.equal(await service.app.store.signedPermissions.settingsOf(other), null)
  })
})
