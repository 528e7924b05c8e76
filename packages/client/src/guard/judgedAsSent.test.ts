import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HARMLESS, OTHER, startWallet, WALLET } from '../testing/startWallet.ts'
import type { TransactionInput } from '../types.ts'
import { guard } from './guard.ts'
import { toQuantity } from './quantities.ts'

const PAYMENT = { from: WALLET, to: OTHER, value: '0x1' }
const SEND = { method: 'eth_sendTransaction', params: [PAYMENT] }
const SWITCH = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] }
const wrapped = (request: object, more: object = {}) => ({
  method: 'wallet_invokeMethod',
  params: { scope: 'eip155:1', request, ...more },
})

describe('the network that was judged', () => {
  for (const [name, request] of Object.entries({
    transaction: SEND,
    bundle: { method: 'wallet_sendCalls', params: [{ version: '2.0.0', from: WALLET, calls: [{ to: OTHER }] }] },
    authorisation: { method: 'wallet_signAuthorization', params: [{ address: OTHER }] },
  }))
    test(`stands in the ${name} that is sent`, async () => {
      const { guarded, reached } = startWallet()
      await guarded.request(request)
      const [{ params } = assert.fail()] = reached
      const [{ chainId }] = params as [{ chainId: unknown }]
      assert.equal(Number(chainId), 1)
    })

  test('is not left while a request is open, by any guard of the wallet', async () => {
    for (const request of [
      SWITCH,
      wrapped(SWITCH),
      { method: 'wallet_addEthereumChain', params: [{ chainId: '0x89' }] },
    ]) {
      const refusals: unknown[] = []
      const world = startWallet(HARMLESS, {
        policy: async ({ request: asked }) => {
          if (asked.method !== SEND.method) return true
          const others = [world.guarded, guard(world.wallet, { client: world.client, policy: () => true })]
          for (const other of others) await other.request(request).catch((error: unknown) => refusals.push(error))
          return true
        },
      })
      await world.guarded.request(SEND)
      assert.deepEqual(
        refusals.map((error) => (error as { code: number }).code),
        [-32002, -32002],
      )
      assert.deepEqual([world.reached.length, world.state.chainId], [1, '0x1'])
      await world.guarded.request(SWITCH)
      assert.equal(world.state.chainId, '0x89')
    }
  })

  test('is awaited while a switch is under way', async () => {
    const { guarded, scanned, reached } = startWallet()
    await Promise.all([guarded.request(SWITCH), guarded.request(SEND)])
    assert.equal((scanned[0] as { chain: string }).chain, 'polygon')
    assert.deepEqual(reached[1]?.params, [{ ...PAYMENT, chainId: '0x89' }])
  })

  test('is compared again after the policy', async () => {
    for (const request of [SEND, { method: 'personal_sign', params: ['0x6869', WALLET] }]) {
      const world = startWallet(HARMLESS, {
        policy: () => {
          world.state.chainId = '0x89'
          return true
        },
      })
      await assert.rejects(world.guarded.request(request), /on network 137, and the policy was asked on 1/)
      assert.deepEqual(world.reached, [])
    }
  })
})

describe('quantities', () => {
  test('are sent as they were judged, in transactions, bundles and user operations', async () => {
    const { guarded, scanned, reached } = startWallet()
    const decimal = { value: '100000000000000', gas: '100000', maxFeePerGas: 9_999, nonce: '7', chainId: '1' }
    const canonical = { value: '0x5af3107a4000', gas: '0x186a0', maxFeePerGas: '0x270f', nonce: '0x7', chainId: '0x1' }
    await guarded.request({ method: 'eth_sendTransaction', params: [{ from: WALLET, to: OTHER, ...decimal }] })
    assert.deepEqual(reached[0]?.params, [{ from: WALLET, to: OTHER, ...canonical }])
    const { chain: _, options: __, ...judged } = scanned[0] as TransactionInput
    assert.deepEqual([judged], reached[0]?.params)
    await guarded.request({
      method: 'wallet_sendCalls',
      params: [{ from: WALLET, calls: [{ to: OTHER, value: '100' }] }],
    })
    assert.deepEqual(reached[1]?.params, [{ from: WALLET, calls: [{ to: OTHER, value: '0x64' }], chainId: '0x1' }])
    const operation = { sender: WALLET, nonce: '10', callData: '0x', callGasLimit: '16' }
    await guarded.request({ method: 'eth_sendUserOperation', params: [operation, OTHER] })
    assert.deepEqual(reached[2]?.params, [{ ...operation, nonce: '0xa', callGasLimit: '0x10' }, OTHER])
  })

  for (const value of [
    '0016',
    '1e18',
    '',
    '0x',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1.5',
    1.5,
    -1,
    2 ** 60,
    true,
    {},
    ['1'],
    '1n',
    '0xg',
  ])
    test(`${JSON.stringify(value)} is none`, async () => {
      assert.throws(() => toQuantity('value', value), /is no quantity/)
      const { guarded, reached } = startWallet()
      for (const transaction of [
        { ...PAYMENT, value },
        { ...PAYMENT, gasPrice: value },
      ])
        await assert.rejects(guarded.request({ ...SEND, params: [transaction] }), /is no quantity/)
      assert.deepEqual(reached, [])
    })
})

describe('what was not judged', () => {
  test('does not pass as the prototype of a transaction, of a call or of an authorisation', async () => {
    const hidden = '{"data":"0xdeadbeef","calls":[{}]}'
    const call = JSON.parse(`{"to":"${OTHER}","__proto__":${hidden}}`)
    for (const [method, params] of [
      ['eth_sendTransaction', [call]],
      ['wallet_sendCalls', [{ calls: [call] }]],
      ['eth_sendTransaction', [{ to: OTHER, authorizationList: [call] }]],
      ['eth_sendUserOperation', [call, OTHER]],
    ] as const) {
      const { guarded, scanned, reached } = startWallet()
      await guarded.request({ method, params })
      const [{ params: passed } = assert.fail()] = reached
      const [sent] = passed as [object]
      // The service refuses a member of that name; the wallet must not read what stands in it.
      for (const text of [JSON.stringify(scanned[0]), JSON.stringify(sent)]) assert.ok(text.includes('deadbeef'), text)
      const inside = [sent, ...Object.values(sent).filter(Array.isArray).flat()] as { data?: unknown }[]
      assert.deepEqual(
        inside.map(({ data }) => data).filter((data) => data !== undefined),
        [],
        method,
      )
    }
  })

  test('does not pass in the wrapper, nor behind the parameters', async () => {
    const { guarded, reached } = startWallet()
    await guarded.request(
      wrapped({ method: 'personal_sign', params: ['0x6869', WALLET, 'more'], extra: 1 }, { extra: SEND }),
    )
    assert.deepEqual(reached, [wrapped({ method: 'personal_sign', params: ['0x6869', WALLET] })])
  })

  test('capabilities that are no object are refused', async () => {
    const { guarded, reached } = startWallet()
    for (const capabilities of [[{ permissions: {} }], 'permissions', 1, true])
      for (const bundle of [{ capabilities }, { calls: [{ to: OTHER, capabilities }] }])
        await assert.rejects(
          guarded.request({ method: 'wallet_sendCalls', params: [{ calls: [{ to: OTHER }], ...bundle }] }),
          /capabilities/,
        )
    assert.deepEqual(reached, [])
  })

  test('a signer that is no account of the wallet is refused', async () => {
    const { guarded, reached } = startWallet()
    for (const request of [
      { ...SEND, params: [{ ...PAYMENT, from: OTHER }] },
      { method: 'wallet_sendCalls', params: [{ from: OTHER, calls: [{ to: WALLET }] }] },
      { method: 'personal_sign', params: ['0x6869', OTHER] },
      { method: 'eth_sign', params: [OTHER, '0x6869'] },
      { method: 'eth_signTypedData_v4', params: [OTHER, '{}'] },
      { method: 'wallet_signAuthorization', params: [{ address: WALLET, from: OTHER }] },
    ])
      await assert.rejects(guarded.request(request), /no account of the wallet/, request.method)
    assert.deepEqual(reached, [])
    await guarded.request({ ...SEND, params: [{ ...PAYMENT, from: WALLET.toLowerCase() }] })
  })
})

describe('events', () => {
  test('hand over data, and never the wallet or a function', () => {
    const { wallet, guarded } = startWallet()
    const seen: unknown[] = []
    guarded.on('connect', (...args: unknown[]) => seen.push(...args))
    wallet.emit('connect', wallet, { chainId: '0x1' }, { provider: wallet }, () => wallet, [wallet], ['0xabc'], 7)
    const [own, ...others] = seen
    assert.equal(own, guarded)
    assert.deepEqual(others, [{ chainId: '0x1' }, undefined, undefined, undefined, ['0xabc'], 7])
    guarded.on('newListener', (...args: unknown[]) => assert.equal(typeof args[1], 'undefined'))
    wallet.on('x', () => {})
    guarded.on('disconnect', (error: Error & { code: number }) => seen.push(error.message, error.code))
    wallet.emit('disconnect', Object.assign(new Error('gone'), { code: 4900, provider: wallet }))
    assert.deepEqual(seen.slice(-2), ['gone', 4900])
  })

  test('of the wallet itself stay, whatever the page takes away', () => {
    const { wallet, guarded } = startWallet()
    let own = 0
    const seen: string[] = []
    wallet.on('chainChanged', () => own++)
    const first = (id: string) => seen.push(id)
    guarded.on('chainChanged', first)
    guarded.once('chainChanged', (id: string) => seen.push(`once ${id}`))
    wallet.emit('chainChanged', '0x1')
    guarded.removeListener('chainChanged', () => {})
    wallet.emit('chainChanged', '0x2')
    guarded.removeAllListeners('chainChanged')
    guarded.removeAllListeners()
    wallet.emit('chainChanged', '0x3')
    assert.deepEqual([own, seen], [3, ['0x1', 'once 0x1', '0x2']])
    assert.throws(() => guarded.removeListener('chainChanged', undefined as never), TypeError)
  })
})

describe('the site that asks', () => {
  const ask = async (page: object, option?: string) => {
    const { guarded, scanned, wallet, client } = startWallet()
    Object.assign(globalThis, page)
    try {
      const one =
        Object.keys(page).length > 0 || option ? guard(wallet, { client, ...(option && { origin: option }) }) : guarded
      await one.request({ method: 'personal_sign', params: ['0x6869', WALLET] })
    } finally {
      for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name)
    }
    return (scanned[0] as { origin?: string }).origin
  }
  const address = (href: string) => ({ location: { href, origin: new URL(href).origin } })

  test('is an origin: no path, no secret, however long the address', async () => {
    assert.equal(await ask(address('https://app.example/callback?code=SECRET#token=T')), 'https://app.example')
    assert.equal(await ask(address(`https://evil.example/#${'a'.repeat(3_000)}`)), 'https://evil.example')
    assert.equal(await ask({ location: { href: 'https://app.example/a?b' } }), 'https://app.example')
    assert.equal(await ask({}, 'https://app.example:8443/a?secret=1'), 'https://app.example:8443')
  })

  test('is unknown where it is opaque', async () => {
    for (const page of [
      {},
      address('data:text/html,hi'),
      address('file:///x'),
      address('about:blank'),
      { origin: 'null', ...address('https://app.example/sandboxed-frame') },
    ])
      assert.equal(await ask(page), undefined)
  })
})
