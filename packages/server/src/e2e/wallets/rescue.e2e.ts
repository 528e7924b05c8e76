import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  keccak256,
  parseAbi,
  stringToHex,
  toEventSelector,
} from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { delegateAccount, signAuthorizations } from '../../testing/delegateAccount.ts'
import { newHead, ON_ETHEREUM } from '../../testing/newHead.ts'
import { quietApp } from '../../testing/quietApp.ts'
import { createScanClient } from '../../testing/scanClient.ts'
import type { RevokeResult } from '../../usecases/approvals/revokeApprovals.ts'
import type { WalletPermissionsResult } from '../../usecases/permissions/walletPermissions.ts'
import type { RescueResult } from '../../usecases/rescue/renderRescue.ts'

const ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address account) view returns (uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function transferFrom(address from, address to, uint256 tokenId)',
])
const RIGHTS = parseAbi([
  'function authorizeOperator(address operator)',
  'function setAuthorization(address authorized, bool newIsAuthorized)',
])
const SAFE: Address = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe'
const UNITS = 10n ** 6n

// The whole way: a thief's delegate on the account, HTTP, execution on a fork; then what was answered is signed and really sent.
describe('POST /v1/wallet/rescue/{address} on the sandbox', () => {
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: ReturnType<typeof createScanClient>
  let rpc: NodeRpc
  let world: SandboxWorld
  const http = createOperatorFetch()

  before(async () => {
    service = await quietApp('test', {}, ON_ETHEREUM)
    const owner = await service.app.store.accounts.create({ name: 'rescue', plan: 'free', operator: false })
    const key = {
      accountId: owner.id,
      name: 'rescue',
      scopes: ['wallet:read' as const, 'scan:read' as const],
      environment: 'test' as const,
    }
    client = createScanClient(service.url, (await service.app.store.keys.create(key)).token)
    const [chain] = SANDBOX_CHAINS
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls[chain], http)
    world = sandboxWorld(chain)
  })
  after(async () => {
    await Promise.all([client.close(), http.close()])
    await service.app.close()
  })

  async function send(transaction: object): Promise<boolean> {
    const hash = await rpc('eth_sendTransaction', [{ gas: '0x4c4b40', ...transaction }])
    await rpc('evm_mine', [])
    return ((await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }).status === '0x1'
  }
  const call = (functionName: (typeof ABI)[number]['name'], args: readonly unknown[]) =>
    encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  const held = async (token: Address, account: Address) =>
    BigInt((await rpc('eth_call', [{ to: token, data: call('balanceOf', [account]) }, 'latest'])) as Hex)
  const coins = async (account: Address) => BigInt((await rpc('eth_getBalance', [account, 'latest'])) as Hex)
  async function rescue(address: string, more: object = {}) {
    const body = {
      chain: world.chain,
      safe: SAFE,
      sponsor: world.actors.friend,
      options: { deadlineMs: 25_000 },
      ...more,
    }
    const { status, json } = await client.ask(`/v1/wallet/rescue/${address}`, body)
    return { status, json: json as { data: RescueResult; error?: { message: string } } }
  }
  /** A key that a thief has: the account runs the thief's code, and has no coins. */
  async function compromised(name: string) {
    const signer = privateKeyToAccount(keccak256(stringToHex(name)))
    const { tokens, actors, traps } = world
    for (const token of [tokens.usdc, tokens.usdt])
      assert.ok(await send({ from: actors.trader, to: token, data: call('transfer', [signer.address, 100n * UNITS]) }))
    await delegateAccount(rpc, { signer, delegate: traps.maliciousDelegate, sponsor: actors.drainerOperator })
    await newHead()
    return signer
  }

  test('an account without a coin is emptied to the safe address, and the thief’s code gets nothing', async () => {
    const { tokens, actors, traps } = world
    const signer = await compromised('first')
    const { status, json } = await rescue(signer.address)
    assert.equal(status, 200, JSON.stringify(json))
    const { data } = json
    assert.equal(data.currentDelegate, traps.maliciousDelegate)
    assert.deepEqual(data.race, { fundingIsSwept: true, noncesCovered: 3 })
    assert.deepEqual(
      data.assets.map(({ symbol, amount, received, saved }) => [symbol, amount, received, saved]).sort(),
      [
        ['USDC', '100', '100', true],
        ['USDT', '100', '100', true],
      ],
    )
    assert.ok((data.totals.savedUsd ?? 0) > 190 && data.totals.notSavedUsd === 0 && data.totals.feeWei !== null)

    const authorizationList = await signAuthorizations(signer, data.authorizations)
    const before = await coins(actors.drainerOperator)
    for (const { from, to, data: input, gas, type } of data.transactions)
      assert.ok(await send({ from, to, data: input, gas, ...(type && { authorizationList }) }))
    for (const token of [tokens.usdc, tokens.usdt]) {
      assert.equal(await held(token, signer.address), 0n)
      assert.equal(await held(token, SAFE), 100n * UNITS)
    }
    assert.equal(
      await rpc('eth_getCode', [signer.address, 'latest']),
      `0xef0100${data.rescueDelegate.slice(2).toLowerCase()}`,
    )
    // What arrives afterwards is saved by any caller, and no caller has it sent elsewhere.
    assert.ok(await send({ from: actors.trader, to: signer.address, value: '0xde0b6b3a7640000' }))
    const rescueAgain = data.transactions.find(({ type }) => type === '0x4')
    assert.ok(await send({ from: actors.drainerOperator, to: signer.address, data: rescueAgain?.data }))
    assert.equal(await coins(signer.address), 0n)
    assert.equal(await coins(SAFE), 10n ** 18n)
    assert.ok((await coins(actors.drainerOperator)) <= before)
  })

  /** What ends the delegation, by the three endpoints that answer it. */
  async function endsOf(address: string) {
    const named = [{ standard: 'eip7702', token: null, spender: await delegateOf(address) }]
    const options = { deadlineMs: 25_000 }
    const ledger = await client.ask(`/v1/wallet/permissions/${address}?chain=${world.chain}&deadlineMs=25000`)
    const revoked = await client.ask(`/v1/wallet/approvals/${address}/revoke`, {
      chain: world.chain,
      approvals: named,
      options,
    })
    const entry = (ledger.json as { data: WalletPermissionsResult }).data.permissions.find(
      ({ standard }) => standard === 'eip7702',
    )
    const [transaction] = (revoked.json as { data: RevokeResult }).data.transactions
    const { undelegation, race } = (await rescue(address)).json.data
    return {
      ledger: entry?.end ?? assert.fail(JSON.stringify(ledger.json)),
      revoke: transaction,
      rescue: undelegation,
      race,
    }
  }
  const delegateOf = async (address: string) => `0x${((await rpc('eth_getCode', [address, 'latest'])) as Hex).slice(8)}`
  type Form = NonNullable<RescueResult['undelegation']>['alternative']
  const sharedOf = (form: Form | undefined) => form && { ...form, from: form.sentBy === 'sponsor' ? 'any' : form.from }

  test('ledger, revocation and rescue end a sweeper’s delegation alike, by a sponsor and without a coin', async () => {
    const { actors } = world
    const signer = await compromised('undelegated')
    const { ledger, revoke, rescue: ended, race } = await endsOf(signer.address)
    assert.equal(race.fundingIsSwept, true)
    for (const one of [ledger, revoke, ended]) {
      assert.deepEqual(
        [one?.method, one?.sentBy, one?.alternative, one?.fundingIsSwept, one?.verified],
        ['undelegate', 'sponsor', null, true, true],
      )
      assert.deepEqual(one?.authorizationList, ledger.authorizationList)
      assert.match(
        one?.description ?? '',
        /signs only the authorization.*do not send it any: in simulation they are taken/,
      )
    }
    assert.deepEqual([ledger.from, revoke?.from, ended?.from], [null, null, actors.friend])
    const { to, data, gas, authorizationList = [] } = ended ?? assert.fail()
    const [only] = authorizationList
    assert.deepEqual([only?.chainId, BigInt(only?.nonce ?? 0), only?.address], ['0x1', 1n, `0x${'0'.repeat(40)}`])
    assert.equal(await coins(signer.address), 0n)
    const signed = await signAuthorizations(signer, authorizationList)
    assert.ok(await send({ from: actors.friend, to, data, gas, authorizationList: signed }))
    assert.equal(await rpc('eth_getCode', [signer.address, 'latest']), '0x')
    // Now it can be funded.
    assert.ok(await send({ from: actors.trader, to: signer.address, value: '0xde0b6b3a7640000' }))
    assert.equal(await coins(signer.address), 10n ** 18n)
  })

  test('a delegate that is no sweeper: the account may send it itself, and a sponsor too', async () => {
    const { delegated, batching } = world.actors
    for (const honest of [delegated, batching]) {
      const { ledger, revoke, rescue: ended, race } = await endsOf(honest)
      assert.equal(race.fundingIsSwept, false)
      const nonce = BigInt((await rpc('eth_getTransactionCount', [honest, 'latest'])) as Hex)
      for (const one of [ledger, revoke, ended]) {
        assert.deepEqual([one?.sentBy, one?.from, one?.fundingIsSwept], ['account', honest, false])
        assert.equal(BigInt(one?.authorizationList?.[0]?.nonce ?? 0), nonce + 1n)
        assert.equal(one?.alternative?.sentBy, 'sponsor')
        assert.equal(BigInt(one?.alternative?.authorizationList?.[0]?.nonce ?? 0), nonce)
        assert.deepEqual(sharedOf(one?.alternative), sharedOf(ledger.alternative))
      }
    }
  })

  test('a permit that was scanned and an operator are named beside approvals', async () => {
    const { tokens, traps, actors } = world
    const signer = await compromised('permitted')
    const permit = {
      domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: tokens.usdc },
      primaryType: 'Permit',
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Permit: ['owner:address', 'spender:address', 'value:uint256', 'nonce:uint256', 'deadline:uint256'].map(
          (one) => {
            const [name, type] = one.split(':')
            return { name, type }
          },
        ),
      },
      message: {
        owner: signer.address,
        spender: traps.drainer,
        value: '50000000',
        nonce: '0',
        deadline: String(Math.floor(Date.now() / 1_000) + 10_000_000),
      },
    }
    const body = { chain: world.chain, address: signer.address, typedData: permit }
    assert.equal((await client.ask('/v1/scan/message', body)).status, 200)
    await rpc('anvil_setBalance', [signer.address, '0xde0b6b3a7640000'])
    await rpc('anvil_impersonateAccount', [signer.address])
    const { abi, bytecode } = readArtifact('RightsKeeper')
    const nonce = BigInt((await rpc('eth_getTransactionCount', [actors.friend, 'latest'])) as Hex)
    const keeper = getContractAddress({ from: actors.friend, nonce })
    assert.ok(await send({ from: actors.friend, data: encodeDeployData({ abi, bytecode, args: [tokens.usdc] }) }))
    const call = (functionName: 'authorizeOperator' | 'setAuthorization', args: readonly unknown[]) =>
      send({ from: signer.address, to: keeper, data: encodeFunctionData({ abi: RIGHTS, functionName, args } as never) })
    assert.ok(await call('authorizeOperator', [traps.drainer]))
    assert.ok(await call('setAuthorization', [traps.drainer, true]))
    await newHead()
    const { permitted, unsaved } = (await rescue(signer.address)).json.data
    assert.deepEqual(permitted.map(({ standard, spender, power }) => [standard, spender, power]).sort(), [
      ['erc777', traps.drainer, 'take'],
      ['market-authorization', traps.drainer, 'take'],
      ['permit-signature', traps.drainer, 'take'],
    ])
    assert.deepEqual(
      unsaved.map(({ reason, contract }) => [reason, contract]),
      [['held-elsewhere', keeper]],
    )
  })

  test('the guard does not stop what a rescue sends', async () => {
    const signer = await compromised('scanned')
    const { data } = (await rescue(signer.address)).json
    assert.deepEqual([data.submission.kind, data.submission.rpc], ['public-pool', null])
    const [deploy, move] = data.transactions
    const last = move ?? deploy
    const authorizationList = await signAuthorizations(signer, data.authorizations)
    if (move !== undefined)
      assert.ok(await send({ from: deploy?.from, to: deploy?.to, data: deploy?.data, gas: deploy?.gas }))
    await newHead()
    const body = {
      chain: world.chain,
      from: last?.from,
      to: last?.to,
      data: last?.data,
      value: '0x0',
      authorizationList,
    }
    const { status, json } = await client.ask('/v1/scan/transaction', body)
    const scan = (json as { data: { recommendation: string; warnings: { id: string; severity: string }[] } }).data
    assert.equal(status, 200, JSON.stringify(json))
    assert.notEqual(scan.recommendation, 'BLOCK', JSON.stringify(scan.warnings))
  })

  test('a thief who uses up nonces does not stop it', async () => {
    const { tokens, actors, traps } = world
    const signer = await compromised('second')
    const { data } = (await rescue(signer.address)).json
    const authorizationList = await signAuthorizations(signer, data.authorizations)
    for (const _ of [1, 2])
      await delegateAccount(rpc, { signer, delegate: traps.maliciousDelegate, sponsor: actors.drainerOperator })
    const saved = await held(tokens.usdc, SAFE)
    for (const { from, to, data: input, gas, type } of data.transactions)
      await send({ from, to, data: input, gas, ...(type && { authorizationList }) })
    assert.equal(await held(tokens.usdc, SAFE), saved + 100n * UNITS)
    assert.equal(await held(tokens.usdc, signer.address), 0n)
  })

  test('what cannot be moved, and what others may take, is said', async () => {
    const { tokens, actors, traps } = world
    const signer = await compromised('third')
    await rpc('anvil_setBalance', [signer.address, '0xde0b6b3a7640000'])
    await rpc('anvil_impersonateAccount', [signer.address])
    assert.ok(await send({ from: signer.address, to: tokens.usdc, data: approve(traps.drainer, 7n) }))
    await newHead()
    const { data } = (await rescue(signer.address)).json
    assert.deepEqual(
      data.permitted.map(({ token, spender }) => [token, spender]),
      [[tokens.usdc, traps.drainer]],
    )
    const coin = data.assets.find(({ standard }) => standard === 'coins')
    assert.equal(coin?.saved, true)
    assert.equal(data.assets[0]?.standard, 'coins')
    assert.ok(data.steps.some((step) => step.includes('Never use the account again')))
    assert.equal(actors.friend, data.sponsor)
  })

  test('tokens that burn all gas they get keep nothing else back', async () => {
    const { tokens, actors } = world
    const signer = await compromised('burners')
    await rpc('anvil_setBalance', [signer.address, '0xde0b6b3a7640000'])
    const victim = signer.address.toLowerCase()
    const topic = toEventSelector('event Transfer(address,address,uint256)')
    // Called with nothing it logs that the account got 5; asked for anything it burns its gas, and says 5.
    const code = assemble(
      `CALLDATASIZE @asked JUMPI 5 0 MSTORE ${victim} ADDRESS ${topic} 32 0 LOG3 STOP
       :asked :more 3000 GAS GT @more JUMPI 5 0 MSTORE 32 0 RETURN`,
    )
    for (let at = 0; at < 34; at += 1) {
      const burner = `0x${(0xb0b0_0000 + at).toString(16).padStart(40, '0')}`
      await rpc('anvil_setCode', [burner, code])
      await rpc('eth_sendTransaction', [{ from: actors.friend, to: burner, gas: '0x30d40' }])
    }
    await rpc('evm_mine', [])
    await newHead()
    const { data } = (await rescue(signer.address, { options: { includeSpam: true, deadlineMs: 30_000 } })).json
    assert.ok(data.assets.length > 30, `${data.assets.length} assets`)
    const honest = () => data.assets.filter(({ symbol, standard }) => symbol === 'USDC' || standard === 'coins')
    assert.deepEqual(
      honest().map(({ saved }) => saved),
      [true, true],
      JSON.stringify(honest()),
    )
    assert.ok(data.transactions.every(({ gas }) => gas !== null && BigInt(gas) <= 2n ** 24n))
    assert.ok(data.steps.some((step) => step.includes('in one bundle')))
    const authorizationList = await signAuthorizations(signer, data.authorizations)
    const before = { usdc: await held(tokens.usdc, SAFE), coins: await coins(SAFE) }
    for (const { from, to, data: input, gas, type } of data.transactions)
      assert.ok(await send({ from, to, data: input, gas, ...(type && { authorizationList }) }))
    assert.equal(await held(tokens.usdc, SAFE), before.usdc + 100n * UNITS)
    assert.equal(await coins(SAFE), before.coins + 10n ** 18n)
  })

  test('all of an edition is moved, not one of it', async () => {
    const { actors } = world
    const { data } = (await rescue(actors.trader)).json
    const edition = data.assets.find(({ standard }) => standard === 'erc1155')
    assert.deepEqual([edition?.tokenId, edition?.amount, edition?.received, edition?.saved], ['7', '20', '20', true])
  })

  test('coins that leave the safe address again are not saved', async () => {
    const { actors, traps } = world
    const thief = privateKeyToAccount(keccak256(stringToHex('compromised too')))
    await delegateAccount(rpc, { signer: thief, delegate: traps.maliciousDelegate, sponsor: actors.drainerOperator })
    const signer = await compromised('to a thief')
    await rpc('anvil_setBalance', [signer.address, '0xde0b6b3a7640000'])
    await rpc('evm_mine', [])
    await newHead()
    const { data } = (await rescue(signer.address, { safe: thief.address })).json
    const coin = data.assets.find(({ standard }) => standard === 'coins')
    assert.deepEqual([coin?.received, coin?.saved], ['0', false])
  })

  test('mistaken requests are refused by name', async () => {
    const { actors, tokens, safe } = world
    const cases: [string, object, RegExp][] = [
      [actors.trader, { safe: actors.trader }, /body\.safe/],
      [actors.trader, { sponsor: actors.trader }, /body\.sponsor/],
      [actors.trader, { sponsor: safe.account }, /body\.sponsor/],
      [actors.trader, { safe: '0x0000000000000000000000000000000000000001' }, /body\.safe/],
      [actors.trader, { safe: '0x000000000000000000000000000000000000dEaD' }, /body\.safe/],
      [actors.trader, { safe: tokens.usdc }, /body\.safe.*token contract/],
      [actors.trader, { safe: tokens.dai }, /body\.safe.*token contract/],
      [actors.trader, { safe: undefined }, /body\.safe/],
      [actors.trader, { safe: SAFE.replace('E', 'e') }, /body\.safe/],
      [tokens.usdc, {}, /path\.address/],
      [safe.account, {}, /path\.address/],
      [actors.trader, { chain: 'solana' }, /body\.chain/],
    ]
    for (const [address, more, complaint] of cases) {
      const { status, json } = await rescue(address, more)
      assert.equal(status, 400, JSON.stringify(json))
      assert.match(json.error?.message ?? '', complaint)
    }
  })
})
