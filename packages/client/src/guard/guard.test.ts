import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MessageScanRequest } from '../api.generated.ts'
import { ApiError } from '../errors.ts'
import { HARMLESS, OTHER, type Result, startWallet, WALLET } from '../testing/startWallet.ts'
import type { TransactionInput } from '../types.ts'
import { guardAnnounced } from './announced.ts'
import { guard } from './guard.ts'
import type { Verdict } from './verdict.ts'

const PERMIT = { types: { Permit: [] }, primaryType: 'Permit', domain: { chainId: 1 }, message: { value: '5' } }
const USER_OPERATION = { sender: WALLET, nonce: '0x0', callData: '0x' }

const typedData = JSON.stringify(PERMIT)
/** A request of every method that is judged. */
const JUDGED: [method: string, params: unknown][] = [
  ['eth_sendTransaction', [{ from: WALLET, to: OTHER, value: '0x1', chainId: '0x1' }]],
  ['eth_signTransaction', [{ from: WALLET, to: OTHER, chainId: '0x1' }]],
  ['wallet_sendTransaction', [{ from: WALLET, to: OTHER, chainId: '0x1' }]],
  ['wallet_sendCalls', [{ version: '2.0.0', from: WALLET, chainId: '0x1', calls: [{ to: OTHER, data: '0x' }] }]],
  ['eth_sendUserOperation', [USER_OPERATION, OTHER]],
  ['wallet_signAuthorization', [{ address: OTHER, chainId: 1 }]],
  ['eth_signTypedData', [WALLET, typedData]],
  ['eth_signTypedData_v3', [WALLET, typedData]],
  ['eth_signTypedData_v4', [WALLET, typedData]],
  ['personal_sign', ['0x6869', WALLET]],
  ['eth_sign', [WALLET, '0x6869']],
  ['wallet_invokeMethod', { scope: 'eip155:1', request: { method: 'personal_sign', params: ['0x6869', WALLET] } }],
]
/** Requests that move or promise something and cannot be judged. */
const NEVER_JUDGED: [method: string, params: unknown][] = [
  ['eth_sendRawTransaction', ['0x02f8']],
  ['eth_signTypedData_v1', [[{ type: 'string', name: 'a', value: 'b' }], WALLET]],
  ['eth_signTypedData_v2', [WALLET, typedData]],
  ['eth_signTypedData', [[{ type: 'string', name: 'a', value: 'b' }], WALLET]],
  ['eth_signTypedData_v4', [WALLET, '{"message":{"value":115792089237316195423570985008687907853269984665640564}}']],
  ['eth_signTypedData_v4', [typedData, WALLET]],
  ['personal_sign', [WALLET, 'hi']],
  ['eth_sendTransaction', []],
  ['eth_sendTransaction', [{ from: WALLET, to: OTHER, origin: 'https://app.uniswap.org' }]],
  ['eth_sendTransaction', [{ from: WALLET, to: OTHER, data: '0x4e71d92d', calls: [{ to: WALLET }] }]],
  ['eth_sendTransaction', [{ from: WALLET, to: OTHER, userOperation: USER_OPERATION, entryPoint: OTHER }]],
  ['wallet_sendCalls', [{ calls: [{ to: OTHER }], options: { simulate: false } }]],
  ['wallet_signAuthorization', [{ address: WALLET, contractAddress: OTHER, chainId: 1 }]],
  [
    'wallet_invokeMethod',
    {
      scope: 'eip155:1',
      request: {
        method: 'wallet_invokeMethod',
        params: {
          scope: 'eip155:1',
          request: { method: 'eth_sendTransaction', params: [{ from: WALLET, to: OTHER }] },
        },
      },
    },
  ],
  ['wallet_invokeMethod', { scope: ['eip155:1'], request: { method: 'eth_chainId' } }],
  ['wallet_invokeMethod', { scope: 'eip155:01', request: { method: 'eth_chainId' } }],
  ['wallet_invokeMethod', { scope: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', request: { method: 'eth_chainId' } }],
  ['eth_sendTransaction', [{ from: WALLET, to: OTHER, chainId: '0x539' }]],
  ['eth_sendTransaction', [{ from: WALLET, to: OTHER, chainId: '0x89' }]],
  ['wallet_sendCalls', [{ calls: [{ to: OTHER, capabilities: { permissions: {} } }] }]],
  ['wallet_invokeMethod', { scope: 'eip155:137', request: { method: 'eth_sendRawTransaction', params: ['0x02'] } }],
  ['wallet_requestExecutionPermissions', [{}]],
  ['wallet_grantPermissions', [{}]],
  ['wallet_addEthereumChain', [{}]],
  ['eth_decrypt', ['0x', WALLET]],
  ['constructor', []],
  ['eth_sendTransaction ', [{ from: WALLET, to: OTHER }]],
]

describe('a guarded wallet', () => {
  for (const [method, params] of JUDGED)
    test(`${method} is judged, then sent as it was judged`, async () => {
      const { guarded, reached, scanned } = startWallet()
      assert.equal(await guarded.request({ method, params }), '0xdone')
      assert.equal(scanned.length, 1)
      assert.deepEqual(reached, [{ method, params }])
    })

  for (const [method, params] of JUDGED)
    for (const answer of [
      { ...HARMLESS, recommendation: 'BLOCK' as const },
      { ...HARMLESS, recommendation: 'REVIEW' as const },
      { ...HARMLESS, complete: false },
      { ...HARMLESS, recommendation: 'FINE' as 'PROCEED' },
      new ApiError(
        { code: 'OVERLOADED', message: 'Too many.' },
        { status: 503, requestId: null, retryAfterSeconds: 5 },
      ),
    ])
      test(`${method} does not reach the wallet: ${'message' in answer ? answer.message : JSON.stringify(answer).slice(0, 60)}`, async () => {
        const { guarded, reached } = startWallet(answer)
        await assert.rejects(guarded.request({ method, params }), { name: 'GuardRefusal', code: 4001 })
        assert.deepEqual(reached, [])
      })

  for (const [method, params] of NEVER_JUDGED)
    test(`${method} ${JSON.stringify(params).slice(0, 60)} is the policy’s: refused by default`, async () => {
      const { guarded, reached, scanned } = startWallet()
      await assert.rejects(guarded.request({ method, params }), { name: 'GuardRefusal' })
      assert.deepEqual([reached, scanned], [[], method.startsWith('eth_sendTransaction') ? scanned : []])
      const verdicts: Verdict[] = []
      const allowing = startWallet(HARMLESS, { policy: (verdict) => verdicts.push(verdict) > 0 })
      await allowing.guarded.request({ method, params })
      assert.equal(allowing.reached.length, 1)
      assert.notEqual(verdicts[0]?.status, 'assessed')
      assert.ok(verdicts[0]?.reason)
    })

  test('reads pass without a question', async () => {
    const { guarded, reached, scanned } = startWallet({}, { policy: () => assert.fail('asked') })
    await guarded.request({ method: 'eth_call', params: [{ to: OTHER }, 'latest'] })
    await guarded.request({
      method: 'wallet_invokeMethod',
      params: { scope: 'eip155:1', request: { method: 'eth_call' } },
    })
    assert.deepEqual([reached.length, scanned.length], [2, 0])
  })

  test('what changes while it is judged is not sent', async () => {
    const transaction = { from: WALLET, to: OTHER, value: '0x1' }
    let reads = 0
    const tricky = {
      ...transaction,
      get to() {
        return reads++ === 0 ? WALLET : OTHER
      },
    }
    const { guarded, reached, scanned } = startWallet(HARMLESS, {
      policy: ({ request }) => {
        transaction.to = '0xattacker'
        ;(request.params as { to: string }[])[0] = { to: '0xattacker' }
        return true
      },
    })
    await guarded.request({ method: 'eth_sendTransaction', params: [transaction] })
    await guarded.request({ method: 'eth_sendTransaction', params: [tricky] })
    assert.deepEqual(
      reached.map(({ params }) => (params as { to: string }[])[0]?.to),
      [OTHER, WALLET],
    )
    assert.deepEqual(
      scanned.map((body) => (body as TransactionInput).to),
      [OTHER, WALLET],
    )
  })

  test('a wallet that moves to another network meanwhile is not asked', async () => {
    const { wallet, client, reached, state } = startWallet()
    const moving = async (body: MessageScanRequest) => {
      state.chainId = '0x38'
      return client.scan.message(body)
    }
    const guarded = guard(wallet, { client: { scan: { ...client.scan, message: moving } } })
    const request = { method: 'personal_sign', params: ['0x6869', WALLET] }
    await assert.rejects(guarded.request(request), /on network 56, and 1 was judged/)
    state.chainId = '0x539'
    await assert.rejects(guarded.request(request), /1337 is not judged/)
    assert.deepEqual(reached, [])
  })

  test('text of typed data is sent as it was read, without doubled members', async () => {
    const { guarded, reached } = startWallet()
    const doubled = typedData.replace('{"value":"5"}', '{"value":"9","value":"5"}')
    await guarded.request({ method: 'eth_signTypedData_v4', params: [WALLET, doubled] })
    assert.deepEqual(reached[0]?.params, [WALLET, typedData])
  })

  test('an authorisation is judged as the transaction that carries it', async () => {
    const { guarded, scanned } = startWallet()
    await guarded.request({ method: 'wallet_signAuthorization', params: [{ address: OTHER }] })
    const authorizationList = [{ address: OTHER, chainId: 1, nonce: 5 }]
    const options = { deadlineMs: 10_000 }
    assert.deepEqual(scanned, [{ from: WALLET, to: WALLET, authorizationList, chain: 'ethereum', options }])
  })

  test('a signed transaction is judged where it can be read', async () => {
    const { guarded, scanned, reached } = startWallet(HARMLESS, {
      parseRaw: () => ({ from: WALLET, to: OTHER, value: 1n, chainId: 1 }),
    })
    await guarded.request({ method: 'eth_sendRawTransaction', params: ['0x02f8'] })
    assert.deepEqual([scanned.length, reached], [1, [{ method: 'eth_sendRawTransaction', params: ['0x02f8'] }]])
  })

  test('the older ways to ask go through the guard', async () => {
    const method = 'eth_sendTransaction'
    const params = [{ from: WALLET, to: OTHER }]
    const bad = startWallet({ ...HARMLESS, recommendation: 'BLOCK' })
    const good = startWallet()
    const asking = (guarded: typeof bad.guarded) => {
      const sendAsync = (payload: unknown) =>
        new Promise((resolve, reject) =>
          guarded.sendAsync(payload, (error: unknown, response: unknown) =>
            error ? reject(error) : resolve(response),
          ),
        )
      return [
        guarded.send(method, params),
        guarded.send({ id: 7, method, params }),
        sendAsync({ id: 7, method, params }),
        sendAsync([{ id: 7, method, params }]),
      ]
    }
    const answers = await Promise.all(asking(good.guarded))
    const answered = { id: 7, jsonrpc: '2.0', result: '0xdone' }
    assert.deepEqual(answers, ['0xdone', answered, answered, [answered]])
    const [first, second, third, batch] = await Promise.allSettled(asking(bad.guarded))
    assert.deepEqual([first?.status, second?.status, third?.status], ['rejected', 'rejected', 'rejected'])
    assert.match(JSON.stringify(batch), /"id":7.*"code":4001/)
    assert.deepEqual([good.reached.length, bad.reached], [4, []])
  })

  test('nothing else of the wallet can send, nor give the wallet away', async () => {
    const { guarded, wallet, reached } = startWallet()
    assert.equal(guarded.sendTransaction, undefined)
    assert.equal(guarded._metamask, undefined)
    assert.equal(guarded.isMetaMask, true)
    const seen: unknown[] = []
    function listener(this: unknown, id: string) {
      seen.push(this === guarded, id)
    }
    assert.equal(guarded.on('chainChanged', listener), guarded)
    wallet.emit('chainChanged', '0x2')
    guarded.removeListener('chainChanged', listener)
    wallet.emit('chainChanged', '0x3')
    assert.deepEqual([seen, reached], [[true, '0x2'], []])
  })

  test('wallets that announce themselves are guarded (EIP-6963)', async () => {
    const { wallet, client, reached } = startWallet({ ...HARMLESS, recommendation: 'BLOCK' })
    const page = new EventTarget()
    const stop = guardAnnounced({ client }, page)
    const found: { info: unknown; provider: typeof wallet }[] = []
    page.addEventListener('eip6963:announceProvider', (event) => found.push((event as CustomEvent).detail))
    const announce = () =>
      page.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: { info: { name: 'W' }, provider: wallet } }),
      )
    announce()
    announce()
    const [first, second] = found
    assert.deepEqual([found.length, first?.info, first?.provider === second?.provider], [2, { name: 'W' }, true])
    await assert.rejects(
      first?.provider.request({ method: 'personal_sign', params: ['0x6869', WALLET] }) ?? assert.fail(),
      { name: 'GuardRefusal' },
    )
    assert.deepEqual(reached, [])
    stop()
    announce()
    assert.equal(found[2]?.provider, wallet)
  })

  test('names a missing wallet, a missing client and the order of parameters', async () => {
    const { client, guarded } = startWallet()
    for (const none of [undefined, null, {}]) assert.throws(() => guard(none as never, { client }), /is there a wallet/)
    for (const none of [undefined, {}])
      assert.throws(() => guard({ request: async () => 1 }, none as never), /createClient/)
    const swapped = guarded.request({ method: 'personal_sign', params: [WALLET, '0x6869'] })
    await assert.rejects(swapped, /no signer: personal_sign takes \[message, address\]/)
  })

  test('an old wallet without request is asked as it can be', async () => {
    const asked: unknown[] = []
    const old = {
      sendAsync(payload: { method: string; params: unknown }, callback: (error: unknown, response: unknown) => void) {
        asked.push(payload.method)
        const answers: Record<string, unknown> = { eth_chainId: '0x1', eth_accounts: [WALLET] }
        callback(null, { result: answers[payload.method] ?? '0xdone' })
      },
    }
    const guarded = guard(old, { client: startWallet().client }) as unknown as {
      request(args: object): Promise<unknown>
    }
    assert.equal(await guarded.request({ method: 'personal_sign', params: ['0x6869', WALLET] }), '0xdone')
    assert.deepEqual(asked, ['eth_chainId', 'eth_accounts', 'eth_chainId', 'eth_chainId', 'personal_sign'])
  })

  test("the wallet's policy at the service refuses too, and signatures are booked where that is asked for", async () => {
    const rules = [{ rule: 'dailySpendingLimit', outcome: 'refuse', reason: 'The daily limit would be exceeded.' }]
    for (const [outcome, passes] of [
      ['allow', true],
      ['hold', false],
      ['refuse', false],
    ] as const) {
      const answer = { ...HARMLESS, policy: { outcome, rules } as unknown as NonNullable<Result['policy']> }
      const { guarded, reached, scanned } = startWallet(answer, { reserve: true })
      const asked = guarded.request({ method: 'personal_sign', params: ['0x6869', WALLET] })
      if (passes) await asked
      else await assert.rejects(asked, outcome === 'refuse' ? /The daily limit would be exceeded/ : /personal_sign/)
      assert.equal(reached.length, passes ? 1 : 0)
      assert.equal((scanned[0] as MessageScanRequest).options?.reserve, true)
    }
    const { guarded, scanned } = startWallet(HARMLESS, { reserve: { proof: '0xab' } })
    await guarded.request({ method: 'personal_sign', params: ['0x6869', WALLET] })
    const { reserve, reserveProof } = (scanned[0] as MessageScanRequest).options ?? {}
    assert.deepEqual([reserve, reserveProof], [true, '0xab'])
  })
})
