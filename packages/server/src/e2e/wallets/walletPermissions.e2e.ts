import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { encodeDeployData, encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { approve, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_ETHEREUM } from '../../testing/newHead.ts'
import { quietApp } from '../../testing/quietApp.ts'
import { createScanClient } from '../../testing/scanClient.ts'
import type { RevokeResult } from '../../usecases/approvals/renderRevocations.ts'
import type { RenderedPermission, WalletPermissionsResult } from '../../usecases/permissions/renderWalletPermissions.ts'

const ABI = parseAbi([
  'function authorizeOperator(address operator)',
  'function approveDelegation(address delegatee, uint256 amount)',
  'function delegate(address delegatee)',
  'function setAuthorization(address authorized, bool allowed)',
])

// The whole way: HTTP, logs and state of the chain, execution on a fork; then what was answered is really sent on the sandbox.
describe('GET /v1/wallet/permissions/{address} on the sandbox', () => {
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: ReturnType<typeof createScanClient>
  let rpc: NodeRpc
  let world: SandboxWorld
  let keeper: Address
  const http = createOperatorFetch()

  before(async () => {
    service = await quietApp('test', {}, ON_ETHEREUM)
    const owner = await service.app.store.accounts.create({ name: 'ledger', plan: 'free', operator: false })
    const key = {
      accountId: owner.id,
      name: 'ledger',
      scopes: ['wallet:read' as const, 'scan:read' as const],
      environment: 'test' as const,
    }
    client = createScanClient(service.url, (await service.app.store.keys.create(key)).token)
    const [chain] = SANDBOX_CHAINS
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls[chain], http)
    world = sandboxWorld(chain)
    const { careless } = world.actors
    const { abi, bytecode } = readArtifact('RightsKeeper')
    const nonce = BigInt((await rpc('eth_getTransactionCount', [careless, 'latest'])) as Hex)
    keeper = getContractAddress({ from: careless, nonce })
    await send({ from: careless, data: encodeDeployData({ abi, bytecode, args: [world.tokens.usdc] }) })
    const give = (functionName: (typeof ABI)[number]['name'], args: readonly unknown[]) =>
      send({
        from: careless,
        to: keeper,
        data: encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0]),
      })
    await give('authorizeOperator', [world.traps.drainer])
    await give('approveDelegation', [world.actors.friend, 250_000_000n])
    await give('delegate', [world.actors.friend])
    await give('setAuthorization', [world.dex.v3Router, true])
    await send({ from: careless, to: world.tokens.dai, data: approve(world.traps.drainer, UNLIMITED) })
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
  async function ledger(account: string, query = ''): Promise<WalletPermissionsResult> {
    const path = `/v1/wallet/permissions/${account}?chain=${world.chain}&deadlineMs=25000${query}`
    const { status, json } = await client.ask(path)
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: WalletPermissionsResult }).data
  }
  const rights = ({ permissions }: WalletPermissionsResult) =>
    permissions.filter(({ standard }) => standard !== 'erc20' && standard !== 'permit2')
  const named = ({ standard, power, riskLevel }: RenderedPermission) => [standard, power, riskLevel]

  test('approvals and every other right in one list, the worst first, each with what ends it', async () => {
    const result = await ledger(world.actors.careless)
    assert.deepEqual(rights(result).map(named).sort(), [
      ['credit-delegation', 'borrow', 'critical'],
      ['erc777', 'take', 'critical'],
      ['market-authorization', 'take', 'low'],
      ['vote-delegation', 'vote', 'safe'],
    ])
    assert.ok(result.permissions.some(({ standard, token }) => standard === 'erc20' && token === world.tokens.dai))
    assert.deepEqual([result.accountType, result.complete, result.cut], ['eoa', true, []])
    assert.equal(result.summary.total, result.permissions.length)
    assert.equal(result.summary.byPower.borrow, 1)
    const credit = result.permissions.find(({ standard }) => standard === 'credit-delegation')
    assert.deepEqual([credit?.allowance, credit?.symbol], ['250', 'USDC'])
    assert.ok((credit?.valueAtRiskUsd ?? 0) > 200)
    assert.equal(credit?.reasons[0]?.id, 'account-holder')
    for (const { end, cannotEnd, standard } of result.permissions) {
      assert.equal(cannotEnd, null, standard)
      assert.deepEqual([end?.simulation?.success, end?.verified], [true, true], standard)
    }
  })

  test('pages hold each entry once, and the filter by level', async () => {
    const whole = await ledger(world.actors.careless)
    const seen: RenderedPermission[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: WalletPermissionsResult = await ledger(
        world.actors.careless,
        `&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      seen.push(...page.permissions)
      cursor = page.nextCursor
    }
    assert.deepEqual(seen.map(named), whole.permissions.map(named))
    const low = await ledger(world.actors.careless, '&risk=low')
    assert.ok(low.permissions.length > 0 && low.permissions.every(({ riskLevel }) => riskLevel === 'low'))
  })

  test('entries go to the revocation as they are, and what it answers ends them on the chain', async () => {
    const { careless } = world.actors
    const before = rights(await ledger(careless))
    const { status, json } = await client.ask(`/v1/wallet/approvals/${careless}/revoke`, {
      chain: world.chain,
      approvals: before,
      options: { deadlineMs: 25_000 },
    })
    assert.equal(status, 200, JSON.stringify(json))
    const { transactions, skipped } = (json as { data: RevokeResult }).data
    assert.deepEqual(skipped, [])
    for (const { from, to, data, gas } of transactions)
      await send({ from: from ?? assert.fail(), to, data, ...(gas && { gas }) })
    await newHead()
    assert.deepEqual(rights(await ledger(careless)), [])
  })

  test('`all` ends rights beside approvals too: the delegation of an account, once', async () => {
    const { delegated } = world.actors
    const found = rights(await ledger(delegated))
    assert.deepEqual(
      found.map(named).map(([standard]) => standard),
      ['eip7702'],
    )
    assert.equal(found[0]?.end?.type, '0x4')
    const { json } = await client.ask(`/v1/wallet/approvals/${delegated}/revoke`, {
      chain: world.chain,
      all: 'all',
      options: { deadlineMs: 25_000 },
    })
    const { transactions } = (json as { data: RevokeResult }).data
    assert.equal(transactions.filter(({ method }) => method === 'undelegate').length, 1)
  })

  test('a Safe: its owners, and its handler, which answers and moves nothing', async () => {
    const result = await ledger(world.safe.account)
    assert.equal(result.accountType, 'safe')
    assert.deepEqual(
      rights(result).map(({ standard, power, end }) => [standard, power, end?.method]),
      [
        ['safe-owner', 'everything', undefined],
        ['safe-owner', 'everything', undefined],
        ['safe-fallback-handler', 'answer', 'setFallbackHandler'],
      ],
    )
  })

  test('a signature that was scanned and not used: with its page, until it is ended', async () => {
    const { careless } = world.actors
    const deadline = Math.floor(Date.now() / 1_000) + 10_000_000
    const message = {
      domain: { name: 'Permit2', chainId: CHAIN_IDS[world.chain], verifyingContract: world.permit2 },
      primaryType: 'PermitTransferFrom',
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        PermitTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      message: {
        permitted: { token: world.tokens.usdc, amount: '5000000' },
        spender: world.dex.v3Router,
        nonce: '777',
        deadline: String(deadline),
      },
    }
    const body = { chain: world.chain, address: careless, typedData: message, origin: 'https://swap.example' }
    const scanned = await client.ask('/v1/scan/message', body)
    assert.equal(scanned.status, 200, JSON.stringify(scanned.json))
    await newHead()
    const signatures = async () =>
      (await ledger(careless)).permissions.filter(({ standard }) => standard.endsWith('-signature'))
    const [one, ...others] = await signatures()
    assert.deepEqual([others, one?.standard, one?.tokenId, one?.allowance], [[], 'permit2-signature', '777', '5 USDC'])
    assert.deepEqual(
      [one?.signature?.origin, one?.signature?.primaryType],
      ['https://swap.example', 'PermitTransferFrom'],
    )
    assert.equal(one?.valueAtRiskUsd, 5)
    assert.equal(one?.expiration, new Date(deadline * 1_000).toISOString())
    const { end } = one ?? {}
    assert.deepEqual([end?.method, end?.verified], ['invalidateUnorderedNonces', true])
    if (end) await send({ from: end.from ?? assert.fail(), to: end.to, data: end.data })
    await newHead()
    assert.deepEqual(await signatures(), [])
  })

  test('the last nonce of Permit2 has no end, and takes away none of the others; another API account sees no signature', async () => {
    const { careless } = world.actors
    const uint = (bits: number, name: string) => ({ name, type: `uint${bits}` })
    const typedData = {
      domain: { name: 'Permit2', chainId: CHAIN_IDS[world.chain], verifyingContract: world.permit2 },
      primaryType: 'PermitSingle',
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        PermitSingle: [
          { name: 'details', type: 'PermitDetails' },
          { name: 'spender', type: 'address' },
          uint(256, 'sigDeadline'),
        ],
        PermitDetails: [
          { name: 'token', type: 'address' },
          uint(160, 'amount'),
          uint(48, 'expiration'),
          uint(48, 'nonce'),
        ],
      },
      message: {
        details: {
          token: world.tokens.usdc,
          amount: '5000000',
          expiration: '1990000000',
          nonce: String(2n ** 48n - 1n),
        },
        spender: world.dex.v3Router,
        sigDeadline: '1990000000',
      },
    }
    const scanned = await client.ask('/v1/scan/message', { chain: world.chain, address: careless, typedData })
    assert.equal(scanned.status, 200, JSON.stringify(scanned.json))
    await newHead()
    const { permissions } = await ledger(careless)
    const [signature, ...others] = permissions.filter(({ standard }) => standard.endsWith('-signature'))
    assert.deepEqual(others, [])
    assert.deepEqual([signature?.end, signature?.cannotEnd?.reason], [null, 'needs-signature'])
    const approved = permissions.filter(({ standard }) => standard === 'erc20')
    assert.ok(approved.length > 0 && approved.every(({ end }) => end?.verified))

    const other = await service.app.store.accounts.create({ name: 'other', plan: 'free', operator: false })
    const key = {
      accountId: other.id,
      name: 'other',
      scopes: ['wallet:read' as const],
      environment: 'test' as const,
    }
    const stranger = createScanClient(service.url, (await service.app.store.keys.create(key)).token)
    const { json } = await stranger.ask(`/v1/wallet/permissions/${careless}?chain=${world.chain}&deadlineMs=25000`)
    await stranger.close()
    const seen = (json as { data: WalletPermissionsResult }).data.permissions
    assert.ok(seen.length > 0 && seen.every(({ standard }) => !standard.endsWith('-signature')))
  })

  test('an address without a key has none, and says why', async () => {
    const result = await ledger('0x000000000000000000000000000000000000dEaD')
    assert.deepEqual([result.permissions, result.complete], [[], true])
    assert.equal(result.warnings[0]?.id, 'burn-address-or-precompile')
  })
})
