import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMessage } from './parseMessage.ts'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const account = address.toLowerCase()

test('a signer whose mixed case fails its checksum is told apart', () => {
  const failed = (spelled: string) => parseMessage({ address: spelled, message: '' }).spellings[0]?.checksumFailed
  assert.equal(failed(address.replace('dA6', 'DA6')), true)
  assert.equal(failed(account), false)
})

test('the method follows from what is given', () => {
  assert.deepEqual(parseMessage({ address, message: 'Hello' }), {
    chain: 'ethereum',
    asked: { account, method: 'personal_sign', message: 'Hello' },
    spellings: [{ member: 'address', spelled: address, checksummed: address, checksumFailed: false }],
    origin: null,
    paymentRequirements: null,
    simulate: true,
    explain: true,
    reserve: false,
    deadlineMs: 3_000,
  })
  assert.equal(parseMessage({ address, typedData: {} }).asked.method, 'eth_signTypedData_v4')
  assert.equal(
    parseMessage({ address, typedData: {}, method: 'eth_signTypedData_v3' }).asked.method,
    'eth_signTypedData_v3',
  )
})

test('typed data as JSON text is read like a body', () => {
  assert.deepEqual(parseMessage({ address, typedData: '{"a":1}' }).asked.typedData, { a: 1 })
  for (const text of ['', '{', '{"a":1,"a":2}', '['.repeat(100), '{"__proto__":1}'])
    assert.throws(() => parseMessage({ address, typedData: text }), /body\.typedData: /, text)
})

test('one of message and typedData, and not both', () => {
  assert.throws(() => parseMessage({ address }), /body\.message: expected either/)
  assert.throws(() => parseMessage({ address, message: '', typedData: {} }), /body\.message: expected either/)
  for (const typedData of [null, 7, true]) assert.throws(() => parseMessage({ address, typedData }), /body\.typedData/)
})
