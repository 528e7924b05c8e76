import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { Interface, JsonRpcProvider, Wallet } from 'ethers-6'
import { createPublicClient, createWalletClient, encodeFunctionData, type Hex, http, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import type { App } from '../../server/src/composition/app.ts'
import { DEFAULT_RULES, type PolicyRules } from '../../server/src/domain/policy/policy.ts'
import { ACTORS } from '../../server/src/sandbox/actors.ts'
import { nodeRpc } from '../../server/src/sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../server/src/sandbox/world.ts'
import { quietApp } from '../../server/src/testing/quietApp.ts'
import type { UntypedJson } from '../../server/src/testing/untypedJson.ts'

const world = sandboxWorld('ethereum')
const trader = privateKeyToAccount(ACTORS.trader.privateKey)
const friend = ACTORS.friend.address
const DRAIN = {
  to: '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac',
  value: 28571428571428571n,
  data: '0x4e71d92d',
} as const

describe('the guarded RPC on the sandbox', () => {
  let app: App
  let url: string
  let accountId: string
  let key: string
  let endpoint: string
  const operator = createOperatorFetch()
  const node = async () => nodeRpc((await app.sandbox()).rpcUrls.ethereum, operator)
  const mine = async () => (await node())('evm_mine', [])

  const api = async (method: string, path: string, body?: object): Promise<UntypedJson> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as UntypedJson
  }
  const rpc = async (to: string, body: unknown): Promise<UntypedJson> => {
    const headers = { 'content-type': 'application/json', origin: 'https://page.example' }
    const response = await fetch(to, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    return (await response.json()) as UntypedJson
  }
  const call = (method: string, params: unknown[], to = endpoint) => rpc(to, { jsonrpc: '2.0', id: 1, method, params })
  const newToken = async (settings: object = {}) => {
    const { data } = await api('POST', '/v1/rpc-tokens', { name: 'a wallet', ...settings })
    return { ...data, url: `${url}/v1/rpc/ethereum/${data.token}` }
  }
  const eventsOf = async (type: string, wallet: string): Promise<UntypedJson[]> => {
    const { data } = await api('GET', `/v1/events?type=${type}`)
    return data.events.filter((event: UntypedJson) => event.data.wallet === wallet)
  }
  const walletOf = (privateKey: Hex, at = endpoint) =>
    createWalletClient({
      account: privateKeyToAccount(privateKey),
      chain: mainnet,
      transport: http(at, { retryCount: 0 }),
    })
  const setPolicy = (spelled: string, change: Partial<PolicyRules>) => {
    const address = spelled.toLowerCase() as Hex
    const rules = { ...DEFAULT_RULES, ...change }
    const actor = { keyId: 'key_1', name: 'admin' }
    const policy = { address, version: 1, rules, former: [], deletedAt: null, createdAt: 1, updatedAt: 1 }
    const version = { version: 1, action: 'created' as const, rules, actor, changed: [], at: 1, effectiveAt: 1 }
    return app.store.policies.change({ accountId, environment: 'test' }, address, () => ({ policy, version }), {
      max: 99,
    })
  }

  before(async () => {
    ;({ app, url } = await quietApp('test', {}, { sandboxChains: ['ethereum'] }))
    ;({ id: accountId } = await app.store.accounts.create({ name: 'guarded', plan: 'enterprise' }))
    ;({ token: key } = await app.store.keys.create({
      accountId,
      name: 'admin',
      scopes: ['admin'],
      environment: 'test',
    }))
    ;({ url: endpoint } = await newToken())
  })
  after(async () => {
    await operator.close()
    await app?.close()
  })

  test('a token reads the chain and does nothing else, until it is revoked', async () => {
    const { id, url: own, token } = await newToken()
    assert.equal((await call('eth_chainId', [], own)).result, '0x1')
    assert.match((await call('eth_blockNumber', [], own)).result, /^0x[0-9a-f]+$/)
    const headers = { authorization: `Bearer ${token}` }
    for (const path of ['/v1/rpc-tokens', '/v1/scans', '/v1/rpc/ethereum'])
      assert.equal((await fetch(url + path, { headers })).status === 200, false, path)
    const reached = await fetch(`${url}/v1/rpc/ethereum/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(reached.status, 401, 'a key does not belong in a path')
    await api('DELETE', `/v1/rpc-tokens/${id}`)
    assert.equal((await call('eth_chainId', [], own)).error.code, 'EXPIRED_API_KEY')
    const bsc = await newToken({ chains: ['bsc'] })
    assert.equal((await call('eth_chainId', [], bsc.url)).error.code, 'INSUFFICIENT_SCOPE')
  })

  test('pages of any origin may ask', async () => {
    const headers = { origin: 'https://page.example', 'access-control-request-method': 'POST' }
    const response = await fetch(endpoint, { method: 'OPTIONS', headers })
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
    const other = await fetch(`${url}/v1/rpc-tokens`, { method: 'OPTIONS', headers })
    assert.equal(other.headers.get('access-control-allow-origin'), null)
  })

  test('a batch is judged call by call: what is forbidden fails alone', async () => {
    const drain = await privateKeyToAccount(ACTORS.victimOne.privateKey).signTransaction({
      ...DRAIN,
      ...(await feesOf(ACTORS.victimOne.address)),
    })
    const calls = [
      ['eth_getBalance', [trader.address, 'latest']],
      ['eth_sendTransaction', [{}]],
      ['debug_traceCall', [{}]],
      ['eth_newFilter', [{}]],
      ['eth_sendRawTransaction', [drain]],
      ['eth_call', [{ to: world.tokens.usdc, data: '0x18160ddd' }, 'latest']],
      ['eth_sendRawTransaction', ['0x1234']],
    ]
    const answers = await rpc(endpoint, [
      ...calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params })),
      { jsonrpc: '1.0', id: 7, method: 'eth_chainId' },
      'nothing',
    ])
    assert.deepEqual(
      answers.map(({ error }: UntypedJson) => error?.code ?? null),
      [null, -32601, -32601, -32601, -32003, null, -32602, -32600, -32600],
    )
    assert.match(answers[1].error.message, /sign in the wallet/)
    assert.deepEqual([answers[4].error.data.rule, answers[4].error.data.recommendation], ['verdict', 'BLOCK'])
    assert.equal(answers[4].error.data.findings[0].severity, 'critical')
    const kept = await api('GET', `/v1/scans/${answers[4].error.data.requestId}`)
    assert.equal(kept.data.riskLevel, 'critical')
  })

  const feesOf = async (from: string) => {
    const nonce = Number((await call('eth_getTransactionCount', [from, 'pending'])).result)
    const price = BigInt((await call('eth_gasPrice', [])).result)
    return {
      chainId: 1,
      nonce,
      gas: 300_000n,
      type: 'eip1559',
      maxFeePerGas: price * 3n,
      maxPriorityFeePerGas: 1n,
    } as const
  }

  test('under viem a payment is sent and mined, and a drain is refused with its reason', async () => {
    const wallet = walletOf(ACTORS.trader.privateKey)
    const reader = createPublicClient({ chain: mainnet, transport: http(endpoint), pollingInterval: 50 })
    const hash = await wallet.sendTransaction({ to: friend, value: parseEther('0.01') })
    await mine()
    assert.equal((await reader.waitForTransactionReceipt({ hash })).status, 'success')
    const victim = walletOf(ACTORS.victimTwo.privateKey)
    const balance = await reader.getBalance({ address: ACTORS.victimTwo.address })
    await assert.rejects(victim.sendTransaction({ ...DRAIN, gas: 300_000n }), /Refused: /)
    await mine()
    assert.equal(await reader.getBalance({ address: ACTORS.victimTwo.address }), balance)
  })

  test('under ethers a drain is refused, and a payment is mined', async () => {
    const provider = new JsonRpcProvider(endpoint, 1, { staticNetwork: true, pollingInterval: 50 })
    try {
      const victim = new Wallet(ACTORS.victimTwo.privateKey, provider)
      await assert.rejects(victim.sendTransaction({ ...DRAIN, gasLimit: 300_000n }), /Refused: /)
      const sent = await new Wallet(ACTORS.trader.privateKey, provider).sendTransaction({ to: friend, value: 5n })
      await mine()
      assert.equal((await sent.wait())?.status, 1)
    } finally {
      provider.destroy()
    }
  })

  test('a transaction that is held waits like one of the pool; it is cancelled, and its nonce is free', async () => {
    const { address, privateKey } = ACTORS.buyerOne
    await setPolicy(address, { timeDelay: { thresholdUsd: 1, seconds: 3_600 } })
    const wallet = walletOf(privateKey)
    const nonce = Number((await call('eth_getTransactionCount', [address, 'pending'])).result)
    const hash = await wallet.sendTransaction({ to: friend, value: parseEther('0.002'), gas: 50_000n })
    const count = async () => Number((await call('eth_getTransactionCount', [address, 'pending'])).result)
    assert.equal(await count(), nonce + 1)
    assert.equal(await (await node())('eth_getTransactionByHash', [hash]), null)
    const reader = createPublicClient({ chain: mainnet, transport: http(endpoint) })
    assert.equal((await reader.getTransaction({ hash })).blockNumber, null)
    const provider = new JsonRpcProvider(endpoint, 1, { staticNetwork: true })
    assert.equal((await provider.getTransaction(hash))?.nonce, nonce)
    provider.destroy()
    assert.equal((await call('eth_getTransactionReceipt', [hash])).result, null)
    const { data } = await api('GET', '/v1/held-transactions?status=held')
    const [held] = data.transactions
    assert.deepEqual([held.hash, held.rule, held.wallet], [hash, 'policy', address])
    const cancelled = await api('POST', `/v1/held-transactions/${held.id}/cancel`)
    assert.equal(cancelled.data.transaction.status, 'cancelled')
    const { replacement } = cancelled.data
    assert.deepEqual(
      [Number(replacement.nonce), replacement.value, replacement.to],
      [nonce, '0x0', address.toLowerCase()],
    )
    assert.equal(await count(), nonce)
    assert.equal((await call('eth_getTransactionByHash', [hash])).result, null)
    const again = await api('POST', `/v1/held-transactions/${held.id}/approve`)
    assert.equal(again.error.code, 'CONFLICT')
  })

  test('an approval sends it; a replacement of the same nonce takes the place of one that waits', async () => {
    const { address, privateKey } = ACTORS.buyerTwo
    await setPolicy(address, { timeDelay: { thresholdUsd: 1, seconds: 3_600 } })
    const wallet = walletOf(privateKey)
    const first = await wallet.sendTransaction({ to: friend, value: parseEther('0.002'), gas: 50_000n })
    const list = async () => (await api('GET', '/v1/held-transactions?limit=2')).data.transactions
    const [{ id, nonce }] = await list()
    const second = await wallet.sendTransaction({ to: friend, value: parseEther('0.003'), gas: 50_000n, nonce })
    const [newer, older] = await list()
    assert.deepEqual([older.hash, older.status, newer.hash, newer.status], [first, 'superseded', second, 'held'])
    assert.equal(older.id, id)
    const approved = await api('POST', `/v1/held-transactions/${newer.id}/approve`)
    assert.equal(approved.data.status, 'released', JSON.stringify(approved))
    await mine()
    assert.equal((await call('eth_getTransactionReceipt', [second])).result.status, '0x1')
  })

  test('a wallet may want an error for what is held, and the event tells of it', async () => {
    const { address, privateKey } = ACTORS.buyerThree
    await setPolicy(address, { timeDelay: { thresholdUsd: 1, seconds: 3_600 } })
    const { url: strict } = await newToken({ onHold: 'error' })
    await assert.rejects(
      walletOf(privateKey, strict).sendTransaction({ to: friend, value: parseEther('0.002'), gas: 50_000n }),
      /Held by policy/,
    )
    const [event] = await eventsOf('policy.held', address)
    const [held] = (await api('GET', '/v1/held-transactions')).data.transactions
    assert.equal(event.data.heldId, held.id)
  })

  test('a daily limit counts several transactions, and refuses what is over it', async () => {
    const { address, privateKey } = ACTORS.venue
    const dailySpendingLimit = { usd: 20, rolling24hUsd: null, alertAt: 0.8 }
    await setPolicy(address, { dailySpendingLimit })
    const outcomes: string[] = []
    for (let times = 0; times < 4; times++) {
      const signed = await privateKeyToAccount(privateKey).signTransaction({
        ...(await feesOf(address)),
        to: friend,
        value: parseEther('0.0025'),
      })
      const answer = await call('eth_sendRawTransaction', [signed])
      outcomes.push(answer.error?.data?.rule ?? 'sent')
      await mine()
    }
    // The coin's price is $3,500: two are $17.50.
    assert.deepEqual(outcomes, ['sent', 'sent', 'policy', 'policy'])
    const [alert, ...more] = await eventsOf('policy.limit_alert', address)
    assert.deepEqual([alert.data.window, alert.data.limitUsd, more.length], ['utc_day', '20', 0])
    const refused = await eventsOf('policy.refused', address)
    assert.deepEqual(
      refused.map(({ data }) => data.rule),
      ['policy', 'policy'],
    )
  })

  test('a Safe is judged by what it does, also where another account sends it', async () => {
    const iface = new Interface(parseAbiOfSafe)
    const inner = encodeFunctionData({ abi: parseAbi(['function transfer(address,uint256)']), args: [friend, 1n] })
    const data = iface.encodeFunctionData('execTransaction', [
      ...[world.tokens.usdc, 0, inner, 0, 0, 0, 0],
      ...[`0x${'0'.repeat(40)}`, `0x${'0'.repeat(40)}`, '0x'],
    ]) as Hex
    const signed = await trader.signTransaction({ ...(await feesOf(trader.address)), to: world.safe.account, data })
    const answer = await call('eth_sendRawTransaction', [signed])
    // Without a signature of an owner it reverts, and nothing is hidden behind it.
    assert.ok(answer.result !== undefined || answer.error.code === -32003, JSON.stringify(answer))
  })
})

const parseAbiOfSafe = [
  'function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
]
