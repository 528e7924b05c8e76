import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recognise } from './recognise.ts'

const ADDRESS = '0x59D7aC3d7F9B0B5C2b7bFcE2bE9b7B5E0A7De19c'
const transaction = { from: ADDRESS, to: ADDRESS, data: '0xa9059cbb' }
const typedData = { types: { EIP712Domain: [] }, primaryType: 'Permit', domain: {}, message: {} }

const CASES: [string, string | undefined][] = [
  ['  ', undefined],
  [ADDRESS, 'address'],
  [` ${ADDRESS.toUpperCase().replace('0X', '0x')} `, 'address'],
  [`0x${'ab'.repeat(32)}`, 'transaction-hash'],
  [`0xa9059cbb${'00'.repeat(64)}`, 'calldata'],
  [`0x02f8${'ab'.repeat(100)}`, 'raw-transaction'],
  [`0xf86c${'ab'.repeat(100)}`, 'raw-transaction'],
  // Calldata whose selector begins like a transaction of EIP-2718, and is too short to be signed.
  ['0x02f8abcd', 'calldata'],
  ['vitalik.eth', 'name'],
  ['https://app.uniswap.org/swap', 'url'],
  ['app.uniswap.org', 'url'],
  ['localhost and more', 'message'],
  ['Sign in to OpenSea', 'message'],
  [JSON.stringify(transaction), 'transaction'],
  [JSON.stringify({ method: 'eth_sendTransaction', params: [transaction] }), 'transaction'],
  [JSON.stringify({ method: 'eth_signTypedData_v4', params: [ADDRESS, JSON.stringify(typedData)] }), 'typed-data'],
  [JSON.stringify({ method: 'personal_sign', params: ['0x1234', ADDRESS] }), 'message'],
  [JSON.stringify(typedData), 'typed-data'],
  ['{"not": "a request"}', 'message'],
]

for (const [text, kind] of CASES)
  test(`${JSON.stringify(text.slice(0, 40))} is ${kind ?? 'nothing'}`, () => {
    assert.equal(recognise(text)?.kind, kind)
  })

test('the signer of a wallet request is kept', () => {
  const subject = recognise(JSON.stringify({ method: 'eth_signTypedData_v4', params: [ADDRESS, typedData] }))
  assert.deepEqual(subject, { kind: 'typed-data', typedData, address: ADDRESS })
})
