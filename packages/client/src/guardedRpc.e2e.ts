import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { BrowserProvider, JsonRpcProvider, Wallet } from 'ethers-6'
import { createPublicClient, createWalletClient, custom, type Hex, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { ACTORS } from '../../server/src/sandbox/actors.ts'
import { sandboxWorld } from '../../server/src/sandbox/world.ts'
import { actingWalletCases } from '../../server/src/testing/guarded/actingWalletCases.ts'
import { bookingCases } from '../../server/src/testing/guarded/bookingCases.ts'
import { guardedNodeCases } from '../../server/src/testing/guarded/guardedNodeCases.ts'
import { type GuardedWorld, guardedAccount, startGuardedWorld } from '../../server/src/testing/guarded/guardedWorld.ts'
import { policyEffectCases } from '../../server/src/testing/guarded/policyEffectCases.ts'
import { unreliableNodeCases } from '../../server/src/testing/guarded/unreliableNodeCases.ts'
import type { UntypedJson } from '../../server/src/testing/untypedJson.ts'

const { tokens } = sandboxWorld('ethereum')
const trader = privateKeyToAccount(ACTORS.trader.privateKey)
const friend = ACTORS.friend.address
const DRAIN = {
  to: '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac',
  value: 28571428571428571n,
  data: '0x4e71d92d',
} as const

describe('the guarded RPC on the sandbox', () => {
  let world: GuardedWorld
  before(async () => {
    world = await startGuardedWorld()
  })
  after(() => world?.close())
  const mine = () => world.mine()
  const call = (...asked: Parameters<GuardedWorld['call']>) => world.call(...asked)
  const api = (...asked: Parameters<GuardedWorld['api']>) => world.api(...asked)
  const setPolicy = (...asked: Parameters<GuardedWorld['setPolicy']>) => world.setPolicy(...asked)
  const walletOf = (privateKey: Hex, at = world.endpoint) =>
    createWalletClient({
      account: privateKeyToAccount(privateKey),
      chain: mainnet,
      transport: http(at, { retryCount: 0 }),
    })

  test('a token reads the chain and does nothing else, until it is revoked', async () => {
    const { id, url: own, token } = await world.newToken()
    assert.equal((await call('eth_chainId', [], own)).result, '0x1')
    assert.match((await call('eth_blockNumber', [], own)).result, /^0x[0-9a-f]+$/)
    const headers = { authorization: `Bearer ${token}` }
    for (const path of ['/v1/rpc-tokens', '/v1/scans', '/v1/rpc/ethereum'])
      assert.equal((await fetch(world.url + path, { headers })).status === 200, false, path)
    const reached = await fetch(`${world.url}/v1/rpc/ethereum/${world.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(reached.status, 401, 'a key does not belong in a path')
    await api('DELETE', `/v1/rpc-tokens/${id}`)
    assert.equal((await call('eth_chainId', [], own)).error.code, 'EXPIRED_API_KEY')
    const bsc = await world.newToken({ chains: ['bsc'] })
    assert.equal((await call('eth_chainId', [], bsc.url)).error.code, 'INSUFFICIENT_SCOPE')
  })

  test('pages of any origin may ask', async () => {
    const headers = { origin: 'https://page.example', 'access-control-request-method': 'POST' }
    const response = await fetch(world.endpoint, { method: 'OPTIONS', headers })
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
    const other = await fetch(`${world.url}/v1/rpc-tokens`, { method: 'OPTIONS', headers })
    assert.equal(other.headers.get('access-control-allow-origin'), null)
  })

  test('a batch is judged call by call: what is forbidden fails alone', async () => {
    const drain = await privateKeyToAccount(ACTORS.victimOne.privateKey).signTransaction({
      ...DRAIN,
      ...(await world.feesOf(ACTORS.victimOne.address)),
    })
    const calls = [
      ['eth_getBalance', [trader.address, 'latest']],
      ['eth_sendTransaction', [{}]],
      ['debug_traceCall', [{}]],
      ['eth_newFilter', [{}]],
      ['eth_sendRawTransaction', [drain]],
      ['eth_call', [{ to: tokens.usdc, data: '0x18160ddd' }, 'latest']],
      ['eth_sendRawTransaction', ['0x1234']],
    ]
    const answers = await world.rpc(world.endpoint, [
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

  test('under viem a payment is sent and mined, and a drain is refused with its reason', async () => {
    const wallet = walletOf(ACTORS.trader.privateKey)
    const reader = createPublicClient({ chain: mainnet, transport: http(world.endpoint), pollingInterval: 50 })
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
    const provider = new JsonRpcProvider(world.endpoint, 1, { staticNetwork: true, pollingInterval: 50 })
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

  test('a page with an injected provider, whose wallet has the URL for its node: a drain is refused with its reason', async () => {
    const injected = (privateKey: Hex) => {
      const account = privateKeyToAccount(privateKey)
      return {
        async request({ method, params = [] }: { method: string; params?: UntypedJson }) {
          if (/^eth_(requestA|a)ccounts$/.test(method)) return [account.address]
          const { to, value = '0x0', data = '0x' } = params[0] ?? {}
          const { result, error } =
            method === 'eth_sendTransaction'
              ? await world.send(privateKey, { to, value: BigInt(value), data })
              : await call(method, params)
          if (error) throw Object.assign(new Error(error.message), { code: error.code, data: error.data })
          return result
        },
      }
    }
    const victim = await new BrowserProvider(injected(ACTORS.victimTwo.privateKey), 1).getSigner()
    await assert.rejects(victim.sendTransaction({ ...DRAIN, gasLimit: 300_000n }), /Refused: /)
    const page = createWalletClient({ chain: mainnet, transport: custom(injected(ACTORS.trader.privateKey)) })
    const [account] = await page.requestAddresses()
    const hash = await page.sendTransaction({ account: account ?? assert.fail(), to: friend, value: 9n })
    await mine()
    assert.equal((await call('eth_getTransactionReceipt', [hash])).result.status, '0x1')
  })

  test('a transaction that is held waits like one of the pool; it is cancelled, and its nonce is free', async () => {
    const { address, privateKey } = ACTORS.buyerOne
    await setPolicy(address, { timeDelay: { thresholdUsd: 1, seconds: 3_600 } })
    const wallet = walletOf(privateKey)
    const nonce = Number((await call('eth_getTransactionCount', [address, 'pending'])).result)
    const hash = await wallet.sendTransaction({ to: friend, value: parseEther('0.002'), gas: 50_000n })
    const count = async () => Number((await call('eth_getTransactionCount', [address, 'pending'])).result)
    assert.equal(await count(), nonce + 1)
    assert.equal(await world.node('eth_getTransactionByHash', [hash]), null)
    const reader = createPublicClient({ chain: mainnet, transport: http(world.endpoint) })
    assert.equal((await reader.getTransaction({ hash })).blockNumber, null)
    const provider = new JsonRpcProvider(world.endpoint, 1, { staticNetwork: true })
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

    const raw = await privateKeyToAccount(privateKey).signTransaction({
      ...(await world.feesOf(address)),
      to: friend,
      value: parseEther('0.004'),
    })
    assert.match((await call('eth_sendRawTransaction', [raw])).result, /^0x/)
    const [waiting] = (await api('GET', '/v1/held-transactions?status=held')).data.transactions
    await api('POST', `/v1/held-transactions/${waiting.id}/cancel`)
    assert.match((await call('eth_sendRawTransaction', [raw])).error.message, /was cancelled here/)
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
    const faster = await world.sign(privateKey, {
      to: friend,
      value: parseEther('0.003'),
      nonce,
      maxFeePerGas: (await world.feesOf(address)).maxFeePerGas * 2n,
    })
    await call('eth_sendRawTransaction', [faster])
    const [newest] = await list()
    assert.equal(newest.status, 'held')
    assert.notEqual(newest.hash, newer.hash)
    assert.equal(newest.heldAt, newer.heldAt, 'with a higher fee alone it goes on waiting')
    assert.ok(Date.parse(newest.releaseAt) - Date.parse(newer.releaseAt) < 20)
    assert.deepEqual([older.hash, older.status, newer.hash, newer.status], [first, 'superseded', second, 'held'])
    assert.equal(older.id, id)
    const approved = await api('POST', `/v1/held-transactions/${newest.id}/approve`)
    assert.equal(approved.data.status, 'released', JSON.stringify(approved))
    await mine()
    assert.equal((await call('eth_getTransactionReceipt', [newest.hash])).result.status, '0x1')
  })

  test('a wallet may want an error for what is held, and the event tells of it', async () => {
    const { address, privateKey } = ACTORS.buyerThree
    await setPolicy(address, { timeDelay: { thresholdUsd: 1, seconds: 3_600 } })
    const { url: strict } = await world.newToken({ onHold: 'error' })
    await assert.rejects(
      walletOf(privateKey, strict).sendTransaction({ to: friend, value: parseEther('0.002'), gas: 50_000n }),
      /Held by policy/,
    )
    const [event] = await world.eventsOf('policy.held', address)
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
        ...(await world.feesOf(address)),
        to: friend,
        value: parseEther('0.0025'),
      })
      const answer = await call('eth_sendRawTransaction', [signed])
      outcomes.push(answer.error?.data?.rule ?? 'sent')
      await mine()
    }
    // The coin's price is $3,500: two are $17.50.
    assert.deepEqual(outcomes, ['sent', 'sent', 'policy', 'policy'])
    const [alert, ...more] = await world.eventsOf('policy.limit_alert', address)
    assert.deepEqual([alert.data.window, alert.data.limitUsd, more.length], ['utc_day', '20', 0])
    const refused = await world.eventsOf('policy.refused', address)
    assert.deepEqual(
      refused.map(({ data }) => data.rule),
      ['policy', 'policy'],
    )
  })

  test('one that is sent five times at once counts once, and those that follow in a batch wait for it', async () => {
    const { address, privateKey } = ACTORS.bridgeTeam
    await setPolicy(address, { dailySpendingLimit: { usd: 20, rolling24hUsd: null, alertAt: 0.8 } })
    const { nonce } = await world.feesOf(address)
    const pay = (at: number) =>
      world.sign(privateKey, { to: friend, value: parseEther('0.0025') + BigInt(at), nonce: nonce + at })
    const first = await pay(0)
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('eth_sendRawTransaction', [first])))
    assert.equal(new Set(answers.map(({ result }) => result)).size, 1, JSON.stringify(answers))
    assert.equal(Math.round(await world.usedBy(address)), 9)
    await mine()
    const raws = await Promise.all([1, 2, 3].map(pay))
    const batch = await world.rpc(
      world.endpoint,
      raws.map((raw, id) => ({ jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [raw] })),
    )
    // What follows unmined transactions is judged after them, and refused where the limit is used up already.
    const rules = batch.map(({ error }: UntypedJson) => error?.data?.rule ?? 'waits')
    assert.equal(rules[0], 'waits', JSON.stringify(batch))
    assert.ok(rules.every((rule: string) => ['waits', 'policy'].includes(rule)))
    assert.equal(await world.usedBy(address), 17.5)
    const { transactions } = (await api('GET', '/v1/held-transactions?status=held&limit=2')).data
    const waiting = transactions.filter(({ from }: UntypedJson) => from === address)
    assert.ok(waiting.every(({ rule, nonce: at }: UntypedJson) => rule === 'earlier-nonce' && at > nonce + 1))
    await mine()
  })

  test('an approval and a cancellation at once: one of them counts, and a cancelled one is never sent', async () => {
    const { address, privateKey } = ACTORS.mixerTeam
    await setPolicy(address, { timeDelay: { thresholdUsd: 1, seconds: 3_600 } })
    for (let round = 0; round < 4; round++) {
      const { result: hash, error } = await world.send(privateKey, { to: friend, value: parseEther('0.002') })
      assert.match(String(hash), /^0x/, JSON.stringify(error))
      const { transactions } = (await api('GET', '/v1/held-transactions?status=held&limit=1')).data
      const path = `/v1/held-transactions/${transactions[0].id}`
      const [one, other] = round % 2 ? ['approve', 'cancel'] : ['cancel', 'approve']
      await Promise.all([api('POST', `${path}/${one}`), api('POST', `${path}/${other}`)])
      const { status } = (await api('GET', path)).data
      const isKnown = (await world.node('eth_getTransactionByHash', [hash])) !== null
      assert.deepEqual([['released', 'cancelled'].includes(status), isKnown], [true, status === 'released'])
      await mine()
    }
  })

  test('the policy of another account for the same wallet changes nothing, and is asked for its own sends', async () => {
    const other = await guardedAccount(world.app, { url: world.url, environment: 'test' })
    const { address, privateKey } = ACTORS.listingTeam
    await other.setPolicy(address, { networks: ['polygon'] })
    const payment = { to: friend, value: 7n }
    const refused = await other.send(privateKey, payment)
    assert.equal(refused.error?.data?.rule, 'policy', JSON.stringify(refused))
    const sent = await world.send(privateKey, payment)
    assert.match(String(sent.result), /^0x/, JSON.stringify(sent))
    await mine()
  })

  actingWalletCases(() => world)
  bookingCases(() => world)
  policyEffectCases(() => world)
  guardedNodeCases(() => world)
  unreliableNodeCases(() => world)
})
