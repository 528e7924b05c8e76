import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils'
import { ACTORS } from '../../sandbox/actors.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { initCode, type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_ETHEREUM } from '../../testing/newHead.ts'
import { quietApp } from '../../testing/quietApp.ts'
import { createScanClient } from '../../testing/scanClient.ts'
import type { RenderedPermission, WalletPermissionsResult } from '../../usecases/permissions/renderWalletPermissions.ts'

const ABI = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
const DAI_ABI = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])
const FAR = '1990000000'
const fields = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })
type TypedData = { domain: object; types: object; primaryType: string; message: Record<string, unknown> }

// The wallet's key signs what was scanned, and then what the ledger says ends it; the first is really tried afterwards.
describe('signatures that only another signature ends', () => {
  const wallet = privateKeyToAccount(ACTORS.trader.privateKey)
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: ReturnType<typeof createScanClient>
  let rpc: NodeRpc
  let world: SandboxWorld
  let cancellable: Address
  const http = createOperatorFetch()

  before(async () => {
    service = await quietApp('test', {}, ON_ETHEREUM)
    const owner = await service.app.store.accounts.create({ name: 'ends', plan: 'free', operator: false })
    const scopes = ['wallet:read' as const, 'scan:read' as const]
    const key = { accountId: owner.id, name: 'ends', scopes, environment: 'test' as const }
    client = createScanClient(service.url, (await service.app.store.keys.create(key)).token)
    const [chain] = SANDBOX_CHAINS
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls[chain], http)
    world = sandboxWorld(chain)
    const { friend } = world.actors
    const nonce = BigInt((await rpc('eth_getTransactionCount', [friend, 'latest'])) as Hex)
    cancellable = getContractAddress({ from: friend, nonce })
    assert.ok(await send({ from: friend, data: initCode('CancellableToken', [wallet.address]) }))
    await newHead()
  })
  after(async () => {
    await Promise.all([client.close(), http.close()])
    await service.app.close()
  })

  /** Whether the transaction did what it says. */
  async function send(transaction: { from: string; to?: string; data: Hex }): Promise<boolean> {
    const hash = await rpc('eth_sendTransaction', [{ gas: '0x4c4b40', ...transaction }])
    await rpc('evm_mine', [])
    return ((await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }).status === '0x1'
  }
  async function scan(typedData: TypedData): Promise<void> {
    const { status, json } = await client.ask('/v1/scan/message', {
      chain: world.chain,
      address: wallet.address,
      typedData,
    })
    assert.equal(status, 200, JSON.stringify(json))
  }
  async function ledger(): Promise<WalletPermissionsResult> {
    const path = `/v1/wallet/permissions/${wallet.address}?chain=${world.chain}&deadlineMs=25000&limit=100`
    const { status, json } = await client.ask(path)
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: WalletPermissionsResult }).data
  }
  const signatures = async (token: Address): Promise<RenderedPermission[]> =>
    (await ledger()).permissions.filter((one) => one.standard.endsWith('-signature') && one.token === token)
  async function nonceOf(token: Address): Promise<number> {
    const data = encodeFunctionData({ abi: ABI, functionName: 'nonces', args: [wallet.address] })
    return Number(await rpc('eth_call', [{ to: token, data }, 'latest']))
  }
  const sign = async (typedData: unknown) => {
    const signature = await wallet.signTypedData(typedData as never)
    const [r, s]: Hex[] = [`0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`]
    return { v: Number(`0x${signature.slice(130)}`), r: r ?? '0x', s: s ?? '0x' }
  }
  /** Signs the message of an end, writes the signature where it belongs, and has another account send it. */
  async function carryOut(end: RenderedPermission['end']): Promise<boolean> {
    assert.ok(end?.signing)
    assert.deepEqual([end.sentBy, end.from, end.simulation, end.verified], ['sponsor', null, null, null])
    assert.equal(end.signing.account, wallet.address)
    const parts = await sign(end.signing.typedData)
    const words = { v: parts.v.toString(16).padStart(64, '0'), r: parts.r.slice(2), s: parts.s.slice(2) }
    let digits = end.data.slice(2)
    for (const { part, at } of end.signing.places)
      digits = digits.slice(0, 2 * at) + words[part] + digits.slice(2 * at + 64)
    return send({ from: world.actors.friend, to: end.to, data: `0x${digits}` })
  }

  const permit = (token: Address, name: string, version: string, more: Record<string, unknown>): TypedData => ({
    domain: { name, version, chainId: CHAIN_IDS[world.chain], verifyingContract: token },
    primaryType: 'Permit',
    types: { Permit: fields('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline') },
    message: { owner: wallet.address, spender: world.traps.drainer, value: '5000000', deadline: FAR, ...more },
  })
  const use = async (typedData: TypedData): Promise<boolean> => {
    const { v, r, s } = await sign(typedData)
    const { spender, value, deadline } = typedData.message
    const args = [wallet.address, spender as Address, BigInt(String(value)), BigInt(String(deadline)), v, r, s] as const
    const data = encodeFunctionData({ abi: ABI, functionName: 'permit', args })
    const { verifyingContract } = typedData.domain as { verifyingContract: Address }
    return send({ from: world.actors.friend, to: verifyingContract, data })
  }

  test('EIP-2612: a permit of nothing, which any account sends, makes the scanned one worthless', async () => {
    const { usdc } = world.tokens
    const typedData = permit(usdc, 'USD Coin', '2', { nonce: await nonceOf(usdc) })
    await scan(typedData)
    await newHead()
    const [open, ...others] = await signatures(usdc)
    assert.deepEqual(
      [others, open?.standard, open?.end?.method, open?.cannotEnd],
      [[], 'permit-signature', 'permit', null],
    )
    assert.ok(await carryOut(open?.end ?? null))
    await newHead()
    assert.deepEqual(await signatures(usdc), [])
    assert.equal(await use(typedData), false)
  })

  test('several permits of one nonce end by one; one whose nonce has passed is none, and a later one waits', async () => {
    const { usdc } = world.tokens
    const nonce = await nonceOf(usdc)
    const { drainer } = world.traps
    for (const [at, spender] of [drainer, world.actors.friend].entries())
      await scan(permit(usdc, 'USD Coin', '2', { nonce, spender, value: String(7 + at) }))
    await scan(permit(usdc, 'USD Coin', '2', { nonce: nonce - 1, spender: world.dex.v3Router }))
    await scan(permit(usdc, 'USD Coin', '2', { nonce: nonce + 1, spender: world.dex.v3Router }))
    await newHead()
    const found = await signatures(usdc)
    const [later] = found.filter(({ tokenId }) => tokenId === String(nonce + 1))
    const open = found.filter(({ tokenId }) => tokenId === String(nonce))
    assert.equal(found.length, 3)
    assert.deepEqual([later?.end, later?.cannotEnd?.reason], [null, 'needs-signature'])
    assert.match(later?.cannotEnd?.detail ?? '', /after the token’s current one/)
    assert.deepEqual(
      open.map(({ end }) => end?.endsOthers),
      [1, 1],
    )
    assert.ok(await carryOut(open[0]?.end ?? null))
    await newHead()
    const [now, ...rest] = await signatures(usdc)
    assert.deepEqual([rest, now?.tokenId, now?.end?.method], [[], String(nonce + 1), 'permit'])
    assert.ok(await carryOut(now?.end ?? null))
  })

  test('DAI’s form', async () => {
    const { dai } = world.tokens
    const nonce = await nonceOf(dai)
    const typedData: TypedData = {
      domain: { name: 'Dai Stablecoin', version: '1', chainId: CHAIN_IDS[world.chain], verifyingContract: dai },
      primaryType: 'Permit',
      types: { Permit: fields('address holder,address spender,uint256 nonce,uint256 expiry,bool allowed') },
      message: { holder: wallet.address, spender: world.traps.drainer, nonce, expiry: '0', allowed: true },
    }
    await scan(typedData)
    await newHead()
    const [open] = await signatures(dai)
    assert.deepEqual([open?.expiration, open?.unlimited], [null, true])
    assert.ok(await carryOut(open?.end ?? null))
    await newHead()
    assert.deepEqual(await signatures(dai), [])
    const { v, r, s } = await sign(typedData)
    const args = [wallet.address, world.traps.drainer, BigInt(nonce), 0n, true, v, r, s] as const
    const data = encodeFunctionData({ abi: DAI_ABI, functionName: 'permit', args })
    assert.equal(await send({ from: world.actors.friend, to: dai, data }), false)
  })

  test('EIP-3009: the cancellation', async () => {
    const nonce: Hex = `0x${'07'.repeat(32)}`
    const [to, value] = [world.traps.drainer, 5_000_000n]
    const typedData: TypedData = {
      domain: { name: 'Cancellable', version: '1', chainId: CHAIN_IDS[world.chain], verifyingContract: cancellable },
      primaryType: 'TransferWithAuthorization',
      types: {
        TransferWithAuthorization: fields(
          'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
        ),
      },
      message: { from: wallet.address, to, value: String(value), validAfter: '0', validBefore: FAR, nonce },
    }
    await scan(typedData)
    await newHead()
    const [open] = await signatures(cancellable)
    assert.deepEqual([open?.standard, open?.end?.method], ['authorization-signature', 'cancelAuthorization'])
    assert.ok(await carryOut(open?.end ?? null))
    await newHead()
    assert.deepEqual(await signatures(cancellable), [])
    const { v, r, s } = await sign(typedData)
    const args = [wallet.address, to, value, 0n, BigInt(FAR), nonce, v, r, s] as const
    const data = encodeFunctionData({ abi: ABI, functionName: 'transferWithAuthorization', args })
    assert.equal(await send({ from: world.actors.friend, to: cancellable, data }), false)
  })

  test('a token that lets its holder raise the nonce: a transaction of the account, executed', async () => {
    const typedData = permit(cancellable, 'Cancellable', '1', { nonce: await nonceOf(cancellable) })
    await scan(typedData)
    await newHead()
    const [open] = await signatures(cancellable)
    assert.deepEqual(
      [open?.end?.method, open?.end?.verified, open?.end?.signing, open?.end?.sentBy],
      ['incrementNonce', true, null, 'account'],
    )
    const { end } = open ?? {}
    assert.ok(end && (await send({ from: end.from ?? assert.fail(), to: end.to, data: end.data })))
    await newHead()
    assert.deepEqual(await signatures(cancellable), [])
    assert.equal(await use(typedData), false)
  })

  test('a permit under a made-up domain hides no permit that works', async () => {
    const { usdc } = world.tokens
    const nonce = await nonceOf(usdc)
    const typedData = permit(usdc, 'USD Coin', '2', { nonce, value: '9' })
    await scan(typedData)
    await scan(permit(usdc, 'Made up', '2', { nonce, value: String(2n ** 256n - 1n) }))
    await newHead()
    const found = await signatures(usdc)
    assert.deepEqual(
      found.map(({ end }) => [end?.method, end?.endsOthers, end?.signing?.typedData.domain.name]),
      [
        ['permit', 1, 'USD Coin'],
        ['permit', 1, 'USD Coin'],
      ],
    )
    assert.ok(await carryOut(found[0]?.end ?? null))
    await newHead()
    assert.deepEqual(await signatures(usdc), [])
    assert.equal(await use(typedData), false)
  })

  test('a message of another domain than the token’s has no end; a token that tells no nonce is told apart', async () => {
    const { usdc } = world.tokens
    await scan(permit(usdc, 'Tether', '9', { nonce: await nonceOf(usdc) }))
    await scan(permit(world.traps.drainer, 'Nothing', '1', { nonce: 0 }))
    await newHead()
    const { permissions, unconfirmed, complete } = await ledger()
    const open = permissions.find((one) => one.standard === 'permit-signature' && one.token === usdc)
    assert.deepEqual([open?.end, open?.cannotEnd?.reason], [null, 'needs-signature'])
    assert.match(open?.cannotEnd?.detail ?? '', /another domain/)
    assert.deepEqual(
      unconfirmed.map(({ standard, reason }) => [standard, reason]),
      [['permit-signature', 'unreadable']],
    )
    assert.equal(complete, true)
  })
})
