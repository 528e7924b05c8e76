import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanBody, unfollowedChain } from './pageRecorder.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const OTHER = `0x${'cd'.repeat(20)}`
const origin = 'https://a.example/'
const of = (method: string, params: unknown) => scanBody({ method, params, chain: 'ethereum', origin }, ACCOUNT)
const common = { chain: 'ethereum', origin }

test('a transaction is judged by what it does, not by gas, fees and nonce that a page makes up', () => {
  const asked = { from: OTHER, to: OTHER, value: '0x1', data: '0xaa', gas: '0x5208', nonce: '0x0', gasPrice: '0x1' }
  assert.deepEqual(of('eth_sendTransaction', [asked]), {
    kind: 'transaction',
    body: { from: ACCOUNT, to: OTHER, value: '0x1', data: '0xaa', ...common },
  })
  assert.deepEqual(of('eth_sendTransaction', [{ data: '0xaa' }])?.body.to, null)
})

test('a request is for the network that it names, else for the selected one', () => {
  assert.equal(of('eth_sendTransaction', [{ to: OTHER, chainId: '0x89' }])?.body.chain, 'polygon')
  assert.equal(of('wallet_sendCalls', [{ chainId: 56, calls: [] }])?.body.chain, 'bsc')
  assert.equal(of('eth_sendTransaction', [{ to: OTHER, chainId: '0xffff' }])?.body.chain, 'ethereum')
})

test('a bundle is judged call by call', () => {
  const calls = [
    { to: OTHER, data: '0x', capabilities: {} },
    { to: OTHER, value: '0x2' },
  ]
  assert.deepEqual(of('wallet_sendCalls', [{ version: '2.0.0', from: ACCOUNT, calls, atomicRequired: true }])?.body, {
    from: ACCOUNT,
    calls: [
      { to: OTHER, data: '0x' },
      { to: OTHER, value: '0x2' },
    ],
    atomicRequired: true,
    ...common,
  })
})

test('messages are found whichever way round they come', () => {
  const message = { kind: 'message', body: { address: ACCOUNT, method: 'personal_sign', message: 'hello', ...common } }
  assert.deepEqual(of('personal_sign', ['hello', ACCOUNT]), message)
  assert.deepEqual(of('personal_sign', [ACCOUNT, 'hello']), message)
  assert.equal(of('eth_sign', [ACCOUNT, '0x01'])?.body.message, '0x01')
  assert.equal(of('eth_signTypedData_v4', [ACCOUNT, '{}'])?.body.typedData, '{}')
})

test('what asks for no signature is not judged', () => {
  for (const method of ['eth_requestAccounts', 'wallet_addEthereumChain', 'eth_sendRawTransaction', 'toString']) {
    assert.equal(of(method, []), null, method)
  }
})

test('nonsense is left for the judging scan to refuse', () => {
  for (const params of [null, 7, 'text', [], [null], [[]], {}]) {
    for (const method of ['eth_sendTransaction', 'wallet_sendCalls', 'personal_sign', 'eth_signTypedData_v4'])
      of(method, params)
  }
})

test('a network that is not ours is unknown, to switch to and to add; ours are not, however they are written', () => {
  for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain']) {
    for (const chainId of ['0x1', '0x01', '0x38', '0x2105', 137])
      assert.equal(unfollowedChain(method, [{ chainId }]), null, String(chainId))
    for (const odd of [[{ chainId: '0xfa' }], [{ chainId: '0xbf0f' }], [{}], [null], [], null, 'x'])
      assert.match(String(unfollowedChain(method, odd)), /not looked at/)
  }
  assert.equal(unfollowedChain('eth_requestAccounts', []), null)
})

test('an authorisation of EIP-7702 is judged as the transaction that carries it', () => {
  const carries = (authorization: object) => ({
    kind: 'transaction',
    body: { from: ACCOUNT, to: ACCOUNT, authorizationList: [authorization], ...common },
  })
  const given = { chainId: 1, address: OTHER, nonce: 7 }
  for (const method of ['eth_signAuthorization', 'wallet_signAuthorization', 'wallet_signEip7702Authorization']) {
    assert.deepEqual(of(method, [{ ...given, chainId: '0x1', nonce: '0x7' }]), carries(given), method)
    assert.deepEqual(of(method, { contractAddress: OTHER }), carries({ chainId: 0, address: OTHER, nonce: 0 }), method)
  }
  const sent = [{ to: ACCOUNT, authorizationList: [given] }]
  assert.deepEqual(of('eth_sendTransaction', sent)?.body.authorizationList, [given])
})
