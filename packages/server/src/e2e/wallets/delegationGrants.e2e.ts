import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem/utils'
import { ACTORS } from '../../sandbox/actors.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { safeCall, transfer } from '../../sandbox/history/calls.ts'
import { initCode, type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import {
  DELEGATION_MANAGER,
  delegateToFramework,
  deployDelegationFramework,
  redeemDelegation,
} from '../../testing/delegationFramework.ts'
import { newHead, ON_ETHEREUM } from '../../testing/newHead.ts'
import { quietApp } from '../../testing/quietApp.ts'
import { createScanClient } from '../../testing/scanClient.ts'
import type { RevokeResult } from '../../usecases/approvals/renderRevocations.ts'
import type { RenderedPermission, WalletPermissionsResult } from '../../usecases/permissions/renderWalletPermissions.ts'

const MODULAR = parseAbi([
  'function execute(address to, uint256 value, bytes data) returns (bytes)',
  'function installModule(uint256 moduleTypeId, address module, bytes data)',
  'function enableSession(bytes32 id, address validator, bytes config)',
])
const SAFE = parseAbi([
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address prevOwner, address owner, uint256 threshold)',
])

// Who may act for an account beside it: delegates by MetaMask's own framework, and the owners of a Safe.
describe('accounts that others may act for', () => {
  const { address: wallet, privateKey } = ACTORS.trader
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: ReturnType<typeof createScanClient>
  let rpc: NodeRpc
  let world: SandboxWorld
  const http = createOperatorFetch()

  before(async () => {
    service = await quietApp('test', {}, ON_ETHEREUM)
    const owner = await service.app.store.accounts.create({ name: 'grants', plan: 'free', operator: false })
    const scopes = ['wallet:read' as const, 'scan:read' as const]
    const key = { accountId: owner.id, name: 'grants', scopes, environment: 'test' as const }
    client = createScanClient(service.url, (await service.app.store.keys.create(key)).token)
    const [chain] = SANDBOX_CHAINS
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls[chain], http)
    world = sandboxWorld(chain)
    await deployDelegationFramework(rpc, world.actors.friend)
    await delegateToFramework(rpc, wallet)
    await newHead()
  })
  after(async () => {
    await Promise.all([client.close(), http.close()])
    await service.app.close()
  })

  async function send(from: string, to: string | null, data: Hex): Promise<boolean> {
    const hash = await rpc('eth_sendTransaction', [{ from, ...(to !== null && { to }), data, gas: '0x4c4b40' }])
    await rpc('evm_mine', [])
    return ((await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }).status === '0x1'
  }
  async function ledger(account: string): Promise<WalletPermissionsResult> {
    const path = `/v1/wallet/permissions/${account}?chain=${world.chain}&deadlineMs=25000&limit=100`
    const { status, json } = await client.ask(path)
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: WalletPermissionsResult }).data
  }
  async function revoke(account: string, body: object): Promise<RevokeResult> {
    const { status, json } = await client.ask(`/v1/wallet/approvals/${account}/revoke`, {
      chain: world.chain,
      ...body,
      options: { deadlineMs: 25_000 },
    })
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: RevokeResult }).data
  }
  const delegations = async (): Promise<RenderedPermission[]> =>
    (await ledger(wallet)).permissions.filter(({ standard }) => standard === 'delegation-signature')

  /** What a page asks for, and how its holder then uses it. */
  function delegation(caveats: { enforcer: Address; terms: Hex }[], salt: bigint) {
    const delegate = world.actors.friend
    const typedData = {
      domain: {
        name: 'DelegationManager',
        version: '1',
        chainId: CHAIN_IDS[world.chain],
        verifyingContract: DELEGATION_MANAGER,
      },
      primaryType: 'Delegation',
      types: {
        Delegation: [
          { name: 'delegate', type: 'address' },
          { name: 'delegator', type: 'address' },
          { name: 'authority', type: 'bytes32' },
          { name: 'caveats', type: 'Caveat[]' },
          { name: 'salt', type: 'uint256' },
        ],
        Caveat: [
          { name: 'enforcer', type: 'address' },
          { name: 'terms', type: 'bytes' },
        ],
      },
      message: { delegate, delegator: wallet, authority: `0x${'ff'.repeat(32)}`, caveats, salt: String(salt) },
    }
    const execution = { to: world.tokens.usdc, data: transfer(delegate, 5n) }
    const use = async () => {
      const data = await redeemDelegation(CHAIN_IDS[world.chain], { privateKey, delegate, execution, caveats, salt })
      return send(delegate, DELEGATION_MANAGER, data)
    }
    return { typedData, use }
  }
  async function scan(typedData: object): Promise<void> {
    const body = { chain: world.chain, address: wallet, typedData, origin: 'https://agent.example' }
    const { status, json } = await client.ask('/v1/scan/message', body)
    assert.equal(status, 200, JSON.stringify(json))
    await newHead()
  }

  test('a delegation that was scanned, until it is disabled', async () => {
    const { typedData, use } = delegation([], 1n)
    await scan(typedData)
    const [open, ...others] = await delegations()
    assert.deepEqual(
      [others, open?.power, open?.token, open?.spender, open?.signature?.origin, open?.end?.method],
      [
        [],
        'everything',
        DELEGATION_MANAGER,
        getAddress(world.actors.friend),
        'https://agent.example',
        'disableDelegation',
      ],
    )
    assert.equal(open?.end?.verified, true)
    assert.equal(await use(), true)
    const { end } = open ?? {}
    assert.ok(end && (await send(end.from ?? assert.fail(), end.to, end.data)))
    await newHead()
    assert.deepEqual(await delegations(), [])
    assert.equal(await use(), false)
  })

  test('of one with caveats the same, with the time that they bound', async () => {
    const enforcer: Address = '0x1046bb45C8d673d4ea75321280DB34899413c069'
    const until = 1_990_000_000
    const terms: Hex = `0x${'0'.repeat(32)}${until.toString(16).padStart(32, '0')}`
    const { typedData } = delegation([{ enforcer, terms }], 2n)
    await scan(typedData)
    const [open] = await delegations()
    assert.equal(open?.expiration, new Date(until * 1_000).toISOString())
    const { transactions, skipped } = await revoke(wallet, { approvals: await delegations() })
    assert.deepEqual([skipped, transactions.map(({ verified }) => verified)], [[], [true]])
    const [first] = transactions
    assert.ok(first && (await send(wallet, first.to, first.data)))
    await newHead()
    assert.deepEqual(await delegations(), [])
  })

  test('session keys of a smart account, as its module lists them, each ended by itself', async () => {
    const { friend } = world.actors
    const nonce = BigInt((await rpc('eth_getTransactionCount', [friend, 'latest'])) as Hex)
    const [module, account] = [0n, 1n].map((more) => getContractAddress({ from: friend, nonce: nonce + more })) as [
      Address,
      Address,
    ]
    for (const data of [initCode('SessionKeeper', []), initCode('ModularAccount', [friend])])
      assert.ok(await send(friend, null, data))
    const run = (to: Address, data: Hex) =>
      send(friend, account, encodeFunctionData({ abi: MODULAR, functionName: 'execute', args: [to, 0n, data] }))
    const install = { functionName: 'installModule', args: [1n, module, '0x'] } as const
    assert.ok(await run(account, encodeFunctionData({ abi: MODULAR, ...install })))
    const key: Address = `0x${'5e'.repeat(20)}`
    const validator: Address = getAddress(`0x${'7a'.repeat(20)}`)
    const configs: Hex[] = [
      key,
      encodeAbiParameters(parseAbiParameters('uint256, address[]'), [1n, [key]]),
      encodeAbiParameters(parseAbiParameters('uint256, address[]'), [2n, [key, validator]]),
    ]
    for (const [at, config] of configs.entries()) {
      const id = numberToHex(at + 7, { size: 32 })
      const data = encodeFunctionData({ abi: MODULAR, functionName: 'enableSession', args: [id, validator, config] })
      assert.ok(await run(module, data))
    }
    await newHead()
    const rights = async () => (await ledger(account)).permissions
    const found = await rights()
    const keys = found.filter(({ standard }) => standard === 'session-key')
    assert.deepEqual(keys.map(({ tokenId, spender }) => [tokenId, spender]).sort(), [
      ['7', getAddress(key)],
      ['8', getAddress(key)],
      ['9', validator],
    ])
    assert.ok(found.every(({ end, token }) => end?.verified === true && (token === module || token === account)))
    const [one] = keys
    assert.ok(one?.end?.method === 'removeSession' && (await run(one.end.to as Address, one.end.data)))
    await newHead()
    assert.equal((await rights()).length, found.length - 1)
  })

  describe('a Safe', () => {
    const owners = async () =>
      (await ledger(world.safe.account)).permissions.filter(({ standard }) => standard === 'safe-owner')
    /** A call that the Safe makes to itself. */
    async function own(data: Hex): Promise<void> {
      const { account } = world.safe
      assert.ok(await send(wallet, account, safeCall(wallet, account, data)))
      await newHead()
    }

    test('each of several is removed where it is asked for, and never with all the rest', async () => {
      const found = await owners()
      const friend = found.find(({ spender }) => spender === getAddress(world.actors.friend))
      assert.deepEqual(
        [found.length, friend?.power, friend?.riskLevel, friend?.end, friend?.cannotEnd?.reason],
        [2, 'everything', 'medium', null, 'by-name'],
      )
      const { transactions } = await revoke(world.safe.account, { all: 'all' })
      assert.ok(transactions.every(({ method }) => method !== 'removeOwner'))
      const [removal] = (await revoke(world.safe.account, { approvals: [friend] })).transactions
      assert.deepEqual([removal?.method, removal?.verified], ['removeOwner', true])
      await own(removal?.data ?? assert.fail())
    })

    test('the only one that is left cannot be removed', async () => {
      const left = await owners()
      assert.deepEqual(
        left.map(({ spender }) => spender),
        [getAddress(wallet)],
      )
      const { transactions, skipped } = await revoke(world.safe.account, { approvals: left })
      assert.deepEqual([transactions, skipped.map(({ reason }) => reason)], [[], ['refused']])
    })

    test('of two who sign together each has a part, and the one who stays signs alone', async () => {
      const add = { functionName: 'addOwnerWithThreshold', args: [world.actors.friend, 2n] } as const
      await own(encodeFunctionData({ abi: SAFE, ...add }))
      const found = await owners()
      assert.deepEqual(
        found.map(({ power, riskLevel }) => [power, riskLevel]),
        [
          ['sign', 'low'],
          ['sign', 'low'],
        ],
      )
      for (const one of found) {
        const [removal] = (await revoke(world.safe.account, { approvals: [one] })).transactions
        assert.deepEqual([removal?.method, removal?.verified], ['removeOwner', true])
        const { args } = decodeFunctionData({ abi: SAFE, data: removal?.data ?? '0x' })
        assert.equal(args[2], 1n)
      }
    })
  })
})
