import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { ACTORS } from '../../sandbox/actors.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { approve, approveAll, safeCall, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_SANDBOX } from '../../testing/newHead.ts'
import { quietApp } from '../../testing/quietApp.ts'
import { createScanClient } from '../../testing/scanClient.ts'
import type { RenderedRevocation, RevokeResult } from '../../usecases/approvals/renderRevocations.ts'

const ABI = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function approve(address to, uint256 tokenId)',
])
const PERMIT2_ABI = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const FOR_EVER = 2 ** 48 - 1

// The whole way: HTTP, the list of approvals, execution on a fork; then what was answered is really sent on the sandbox.
describe('POST /v1/wallet/approvals/{address}/revoke on the sandbox', () => {
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: ReturnType<typeof createScanClient>
  const http = createOperatorFetch()

  before(async () => {
    service = await quietApp('test', {}, ON_SANDBOX)
    const owner = await service.app.store.accounts.create({ name: 'revoke', plan: 'free', operator: false })
    const key = { accountId: owner.id, name: 'revoke', scopes: ['wallet:read' as const], environment: 'test' as const }
    client = createScanClient(service.url, (await service.app.store.keys.create(key)).token)
  })
  after(async () => {
    await Promise.all([client.close(), http.close()])
    await service.app.close()
  })

  async function revoke({ chain }: SandboxWorld, account: string, body: object = {}): Promise<RevokeResult> {
    const options = { deadlineMs: 25_000, ...('options' in body ? (body.options as object) : {}) }
    const path = `/v1/wallet/approvals/${account}/revoke`
    const { status, json } = await client.ask(path, { chain, ...body, options })
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: RevokeResult }).data
  }
  const nodeOf = async ({ chain }: SandboxWorld): Promise<NodeRpc> =>
    nodeRpc((await service.app.sandbox()).rpcUrls[chain], http)
  async function mine(rpc: NodeRpc, transaction: object): Promise<void> {
    const hash = await rpc('eth_sendTransaction', [transaction])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }
    assert.equal(receipt.status, '0x1')
  }
  const send = (rpc: NodeRpc, from: Address, to: Address, data: Hex) => mine(rpc, { from, to, data, gas: '0x100000' })
  /** As answered, its gas limit included. */
  const submit = (rpc: NodeRpc, { from, to, data, value, gas }: RenderedRevocation) =>
    mine(rpc, { from, to, data, value, gas })
  const word = async (rpc: NodeRpc, to: Address, data: Hex) =>
    BigInt(((await rpc('eth_call', [{ to, data }, 'latest'])) as Hex).slice(0, 66))
  const allowance = (rpc: NodeRpc, token: Address, owner: Address, spender: Address) =>
    word(rpc, token, encodeFunctionData({ abi: ABI, functionName: 'allowance', args: [owner, spender] }))
  const spenders = ({ transactions }: RevokeResult) =>
    transactions.flatMap(({ approvals }) => approvals.map(({ spender }) => spender))

  for (const chain of SANDBOX_CHAINS) {
    const world = sandboxWorld(chain)
    const { actors, tokens, traps, nfts, permit2, safe } = world

    test(`${chain}: the risky approvals of an account that approved the drainer; sent, they are gone`, async () => {
      const rpc = await nodeOf(world)
      assert.equal(await allowance(rpc, tokens.dai, actors.careless, traps.drainer), UNLIMITED)
      const result = await revoke(world, actors.careless)
      assert.deepEqual([result.accountType, result.complete, result.unavailable], ['eoa', true, []])
      assert.equal(spenders(result).filter((one) => one === traps.drainer).length, 2)
      for (const one of result.transactions) {
        const { simulation, approvals, verified, gas, description } = one
        assert.deepEqual(
          [simulation?.success, verified, approvals[0]?.before, approvals[0]?.after],
          [true, true, 'unlimited', '0'],
        )
        assert.match(description, /allowance of 0x\w{40} over “\w+” to zero/)
        assert.ok(Number(gas) > Number(simulation?.gasUsed) && Number(gas) < 200_000)
        await submit(rpc, one)
      }
      assert.equal(await allowance(rpc, tokens.dai, actors.careless, traps.drainer), 0n)
      assert.equal(await allowance(rpc, tokens.usdt, actors.careless, traps.drainer), 0n)
      assert.ok(result.batch?.kind === 'eip5792' && result.batch.calls.length === result.transactions.length)
      await newHead()
      const none = await revoke(world, actors.careless)
      assert.deepEqual(
        [none.transactions, none.batch, none.totals],
        [[], null, { transactions: 0, approvals: 0, gas: '0' }],
      )
    })

    test(`${chain}: collectibles and Permit2, found by themselves`, async () => {
      const rpc = await nodeOf(world)
      const { collector } = actors
      const single = encodeFunctionData({ abi: ABI, functionName: 'approve', args: [traps.drainer, 8n] })
      const lasting = encodeFunctionData({
        abi: PERMIT2_ABI,
        functionName: 'approve',
        args: [tokens.usdc, traps.drainer, 2n ** 160n - 1n, FOR_EVER],
      })
      await send(rpc, collector, nfts.collectible, single)
      await send(rpc, collector, nfts.collectible, approveAll(traps.drainer))
      await send(rpc, collector, nfts.items, approveAll(actors.spender))
      await send(rpc, collector, tokens.usdc, approve(permit2, UNLIMITED))
      await send(rpc, collector, permit2, lasting)
      await newHead()
      const result = await revoke(world, collector, { all: 'all', options: { invalidateNonces: true } })
      const of = (method: string) => result.transactions.filter((one) => one.method === method)
      assert.deepEqual(
        result.transactions.filter(({ verified }) => verified !== true),
        [],
      )
      assert.deepEqual(
        of('lockdown')[0]?.approvals.map(({ before, after }) => [before, after]),
        [['unlimited', '0']],
      )
      assert.deepEqual([of('setApprovalForAll').length, of('invalidateNonces').length], [2, 1])
      assert.equal(of('setApprovalForAll')[0]?.approvals[0]?.before, 'all')
      for (const one of result.transactions) await submit(rpc, one)
      for (const [collection, operator] of [
        [nfts.collectible, traps.drainer],
        [nfts.items, actors.spender],
      ] as const) {
        const args = [collector, operator] as const
        const data = encodeFunctionData({ abi: ABI, functionName: 'isApprovedForAll', args })
        assert.equal(await word(rpc, collection, data), 0n)
      }
      const held = encodeFunctionData({ abi: ABI, functionName: 'getApproved', args: [8n] })
      assert.equal(await word(rpc, nfts.collectible, held), 0n)
      const args = [collector, tokens.usdc, traps.drainer] as const
      assert.equal(
        await word(rpc, permit2, encodeFunctionData({ abi: PERMIT2_ABI, functionName: 'allowance', args })),
        0n,
      )
      assert.equal(await allowance(rpc, tokens.usdc, collector, permit2), 0n)
    })

    test(`${chain}: a Safe: one proposal, which its owners can execute`, async () => {
      const rpc = await nodeOf(world)
      const asSafe = (to: Address, data: Hex, operation: 0 | 1 = 0) =>
        send(rpc, actors.trader, safe.account, safeCall(actors.trader, to, data, 0n, operation))
      for (const token of [tokens.usdc, tokens.dai]) await asSafe(token, approve(traps.drainer, UNLIMITED))
      await newHead()
      const result = await revoke(world, safe.account)
      assert.equal(result.accountType, 'safe')
      assert.equal(result.transactions.length, 2)
      assert.ok(result.batch?.kind === 'safe')
      assert.deepEqual([result.batch.operation, result.batch.verified, result.batch.safe], [1, true, safe.account])
      await asSafe(result.batch.to as Address, result.batch.data, result.batch.operation)
      for (const token of [tokens.usdc, tokens.dai])
        assert.equal(await allowance(rpc, token, safe.account, traps.drainer), 0n)
    })

    test(`${chain}: a delegated account: the delegation ends first`, async () => {
      const rpc = await nodeOf(world)
      await send(rpc, actors.delegated, tokens.usdt, approve(traps.drainer, UNLIMITED))
      await newHead()
      const result = await revoke(world, actors.delegated)
      const [first, second] = result.transactions
      assert.deepEqual([result.accountType, first?.method, first?.verified], ['delegated', 'undelegate', true])
      assert.deepEqual([second?.method, second?.verified], ['approve', true])
      // It cannot travel with the other calls.
      assert.equal(result.batch?.kind === 'eip5792' && result.batch.calls.length, result.transactions.length - 1)
      const [tuple] = first?.authorizationList ?? []
      assert.ok(first && tuple)
      const signer = privateKeyToAccount(ACTORS.delegated.privateKey)
      const { address, chainId, nonce } = tuple
      const { r, s, yParity } = await signer.signAuthorization({
        address: address as Address,
        chainId: Number(chainId),
        nonce: Number(nonce),
      })
      const authorizationList = [{ ...tuple, r, s, yParity: yParity === 1 ? '0x1' : '0x0' }]
      const { from, to, data, value, gas, type } = first
      await mine(rpc, { from, to, data, value, gas, type, authorizationList })
      assert.equal(await rpc('eth_getCode', [actors.delegated, 'latest']), '0x')
    })
  }

  test('chosen approvals: live ones are withdrawn, others are named, and a list entry may be sent back as it is', async () => {
    const world = sandboxWorld('ethereum')
    const { actors, tokens, dex, traps } = world
    const chosen = { standard: 'erc20', token: tokens.wrapped, spender: dex.v3Router, tokenId: null, riskLevel: 'low' }
    const gone = { standard: 'erc20', token: tokens.usdc, spender: traps.drainer }
    const result = await revoke(world, actors.trader, {
      approvals: [chosen, gone, { ...chosen, spender: dex.v3Router.toLowerCase() }],
    })
    assert.deepEqual(spenders(result), [dex.v3Router])
    assert.deepEqual(
      result.skipped.map(({ reason, approval }) => [reason, approval.token, approval.spender]),
      [['not-live', tokens.usdc, traps.drainer]],
    )
    const [one] = result.transactions
    assert.deepEqual(
      [one?.approvals[0]?.before, one?.approvals[0]?.symbol, one?.value, one?.chainId],
      ['unlimited', 'WETH', '0x0', '0x1'],
    )
  })

  test('the trader’s honest permissions are none of the risky ones', async () => {
    const world = sandboxWorld('ethereum')
    const { actors, dex, permit2 } = world
    const honest: Address[] = [dex.v2Router, dex.v3Router, permit2]
    assert.deepEqual(
      spenders(await revoke(world, actors.trader)).filter((one) => honest.includes(one as Address)),
      [],
    )
    assert.ok(spenders(await revoke(world, actors.trader, { all: 'all' })).includes(dex.v3Router))
  })

  test('accounts with nothing to withdraw: burn addresses, precompiles, strangers, plain contracts', async () => {
    const world = sandboxWorld('ethereum')
    const unusedAccount = `0x${'0'.repeat(40)}`
    for (const address of [
      unusedAccount,
      `${unusedAccount.slice(0, -1)}1`,
      '0x00000000000000000000000000000000DEADBEEF',
      world.tokens.usdc,
    ]) {
      const result = await revoke(world, address, { all: 'all' })
      assert.deepEqual([result.transactions, result.batch, result.address], [[], null, address])
    }
  })

  test('hostile and mistaken bodies are refused by name', async () => {
    const { actors, tokens, traps } = sandboxWorld('ethereum')
    const path = `/v1/wallet/approvals/${actors.careless}/revoke`
    const entry = { standard: 'erc20', token: tokens.dai, spender: traps.drainer }
    const cases: [string, object, RegExp][] = [
      ['/v1/wallet/approvals/0x12/revoke', {}, /path\.address/],
      [path, { chain: 'solana' }, /body\.chain/],
      [`${path}?chain=bsc`, { chain: 'ethereum' }, /body\.chain/],
      [path, { all: 'some' }, /body\.all/],
      [path, { approvals: [entry], all: 'all' }, /body\.all/],
      [path, { approvals: [] }, /body\.approvals/],
      [path, { approvals: new Array(101).fill(entry) }, /body\.approvals/],
      [path, { approvals: [{ ...entry, token: undefined }] }, /body\.approvals\[0\]\.token/],
      [path, { approvals: [{ ...entry, tokenId: '1' }] }, /body\.approvals\[0\]\.tokenId/],
      [
        path,
        { approvals: [{ ...entry, standard: 'erc721', tokenId: '9'.repeat(78) }] },
        /body\.approvals\[0\]\.tokenId/,
      ],
      [path, { approvals: [{ ...entry, standard: 'erc999' }] }, /body\.approvals\[0\]\.standard/],
      [path, { options: { deadlineMs: 1 } }, /body\.options\.deadlineMs/],
    ]
    for (const [to, body, complaint] of cases) {
      const { status, json } = await client.ask(to, body)
      assert.equal(status, 400, JSON.stringify(json))
      assert.match((json as { error: { message: string } }).error.message, complaint)
    }
  })
})
