import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessSubject } from './guessSubject.ts'

const ADDRESS = '0xEB53DB7800A5C12ee5E79406361cfB6e75534778'
const HASH = `0x${'ab'.repeat(32)}`
const LEGACY = `0xf86b${'00'.repeat(107)}`
const DYNAMIC_FEE = `0x02f870${'00'.repeat(112)}`
const TYPED =
  '{"types":{"Permit":[]},"primaryType":"Permit","domain":{},"message":{"value":115792089237316195423570985008687907853269984665640564039457584007913129639935}}'

const KINDS: readonly (readonly [what: string, text: string, expected: object, hasTo?: boolean])[] = [
  ['a URL', 'https://a.example/x?y#z', { kind: 'url', url: 'https://a.example/x?y#z' }],
  ['a URL in capitals', 'HTTPS://A.EXAMPLE', { kind: 'url', url: 'HTTPS://A.EXAMPLE' }],
  ['a host', 'lantern-airdrop.test', { kind: 'url', url: 'https://lantern-airdrop.test' }],
  ['a host with a port and path', 'a.example:8443/claim', { kind: 'url', url: 'https://a.example:8443/claim' }],
  ['a host in other letters', 'пример.испытание', { kind: 'url', url: 'https://пример.испытание' }],
  ['an address', ` ${ADDRESS}\n`, { kind: 'address', address: ADDRESS }],
  ['a transaction hash', HASH, { kind: 'hash', hash: HASH }],
  ['a legacy transaction', LEGACY, { kind: 'raw', raw: LEGACY }],
  ['a typed transaction', DYNAMIC_FEE, { kind: 'raw', raw: DYNAMIC_FEE }],
  ['call data', '0x4e71d92d', { kind: 'calldata', data: '0x4e71d92d' }, true],
  ['call data that looks like an address', ADDRESS, { kind: 'calldata', data: ADDRESS }, true],
  ['typed data, digits untouched', TYPED, { kind: 'message', body: { typedData: TYPED } }],
  ['a transaction', `{"to":"${ADDRESS}"}`, { kind: 'transaction', body: { to: ADDRESS } }],
  ['a bundle', '{"from":"0x1","calls":[]}', { kind: 'transaction', body: { from: '0x1', calls: [] } }],
  [
    'a user operation',
    '{"sender":"0x1","callData":"0x"}',
    { kind: 'transaction', body: { userOperation: { sender: '0x1', callData: '0x' } } },
  ],
  [
    'eth_sendTransaction',
    `{"method":"eth_sendTransaction","params":[{"to":"${ADDRESS}"}]}`,
    { kind: 'transaction', body: { to: ADDRESS } },
  ],
  [
    'eth_sendRawTransaction',
    `{"method":"eth_sendRawTransaction","params":["${LEGACY}"]}`,
    { kind: 'raw', raw: LEGACY },
  ],
  [
    'personal_sign',
    `{"method":"personal_sign","params":["0x68","${ADDRESS}"]}`,
    { kind: 'message', body: { method: 'personal_sign', message: '0x68', address: ADDRESS } },
  ],
  [
    'eth_sign, whose parameters are the other way round',
    `{"method":"eth_sign","params":["${ADDRESS}","0x68"]}`,
    { kind: 'message', body: { method: 'eth_sign', message: '0x68', address: ADDRESS } },
  ],
  [
    'eth_signTypedData_v4',
    `{"method":"eth_signTypedData_v4","params":["${ADDRESS}","{}"]}`,
    { kind: 'message', body: { method: 'eth_signTypedData_v4', typedData: '{}', address: ADDRESS } },
  ],
  [
    'wallet_invokeMethod',
    `{"method":"wallet_invokeMethod","params":{"scope":"eip155:56","request":{"method":"eth_sendTransaction","params":[{"to":"${ADDRESS}"}]}}}`,
    { kind: 'transaction', body: { to: ADDRESS, chain: 'bsc' } },
  ],
  [
    'wallet_invokeMethod around a message',
    `{"method":"wallet_invokeMethod","params":{"scope":"eip155:1","request":{"method":"personal_sign","params":["0x68","${ADDRESS}"]}}}`,
    { kind: 'message', body: { method: 'personal_sign', message: '0x68', address: ADDRESS, chain: 'ethereum' } },
  ],
]
for (const [what, text, expected, hasTo = false] of KINDS)
  test(`${what} is recognised`, () => assert.deepEqual(guessSubject(text, hasTo), expected))

const REFUSED: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['a text', 'sign me in', /scan message --address/],
  ['another scheme', 'ftp://a.example', /http or https/],
  ['a name', 'vitalik.eth', /scored and not scanned: score vitalik.eth/],
  ['half a byte', '0x123', /pairs of/],
  ['call data without a recipient', `0x4e71d92d${'00'.repeat(32)}`, /needs --to and --from/],
  ['an address that is cut off', '0xEB53DB', /too short/],
  ['broken JSON', '{"to":', /not JSON/],
  ['another object', '{"name":"x"}', /neither typed data/],
  ['a number that JSON cannot hold', '{"to":"0x1","value":1000000000000000000000}', /value: write numbers/],
  [
    'an authorisation',
    `{"method":"wallet_signAuthorization","params":[{"address":"${ADDRESS}","chainId":"0x1"}]}`,
    new RegExp(`scan contract ${ADDRESS}, or scan the transaction that carries it`),
  ],
  ['a wrapper of nothing', '{"method":"wallet_invokeMethod","params":{"scope":"solana:1"}}', /expected params/],
  [
    'a wrapper for another network than the transaction',
    '{"method":"wallet_invokeMethod","params":{"scope":"eip155:56","request":{"method":"eth_sendTransaction","params":[{"to":"0x1","chainId":"0x1"}]}}}',
    /eip155:56 and chainId 0x1 differ/,
  ],
  ['a request that moves nothing', '{"method":"eth_accounts","params":[]}', /cannot be scanned/],
]
for (const [what, text, message] of REFUSED)
  test(`${what} is refused, with what to do`, () =>
    assert.throws(() => guessSubject(text, false), { name: 'UsageError', message }))
