import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAbi } from './parseAbi.ts'

const address = { name: 'to', type: 'address' }
const transfer = { type: 'function', name: 'transfer', inputs: [address], outputs: [], stateMutability: 'nonpayable' }

test('keeps what an ABI says, and nothing else that is written beside it', () => {
  const given = {
    ...transfer,
    payable: false,
    gas: 7,
    evil: { deep: true },
    inputs: [{ ...address, internalType: 'x' }],
  }
  assert.deepEqual(parseAbi([given]), [transfer])
})

test('knows every kind of item', () => {
  const items = [
    { type: 'constructor', inputs: [], stateMutability: 'payable' },
    { type: 'fallback', stateMutability: 'nonpayable' },
    { type: 'receive', stateMutability: 'payable' },
    { type: 'event', name: 'Sent', inputs: [{ ...address, indexed: true }], anonymous: true },
    { type: 'error', name: 'Refused', inputs: [] },
  ]
  assert.deepEqual(parseAbi(items), items)
})

test('reads structs and arrays, however they nest', () => {
  const tuple = { name: 'orders', type: 'tuple[][2]', components: [{ name: 'ids', type: 'uint256[]' }] }
  assert.deepEqual(parseAbi([{ ...transfer, inputs: [tuple] }])?.[0]?.inputs, [tuple])
})

test('an item without type is a function, as early compilers wrote it', () => {
  const { type: _, ...early } = transfer
  assert.equal(parseAbi([early])?.[0]?.type, 'function')
})

const WRONG: Record<string, unknown> = {
  'a name with markup': { ...transfer, name: '<script>' },
  'a name of a megabyte': { ...transfer, name: 'a'.repeat(1_000_000) },
  'no name': { ...transfer, name: undefined },
  'a type that is none': { ...transfer, inputs: [{ name: 'to', type: 'addresses' }] },
  'a struct without members': { ...transfer, inputs: [{ name: 'to', type: 'tuple' }] },
  'inputs that are no list': { ...transfer, inputs: 'address' },
  'an unknown kind': { ...transfer, type: 'modifier' },
  'a number': 7,
  null: null,
}
for (const [what, item] of Object.entries(WRONG))
  test(`an item with ${what} is left out, and the others stay`, () => {
    assert.deepEqual(parseAbi([item, transfer]), [transfer])
    assert.equal(parseAbi([item]), null)
  })

test('a parameter name that is no identifier is dropped, the function is not', () => {
  assert.equal(parseAbi([{ ...transfer, inputs: [{ ...address, name: '\u202eevil' }] }])?.[0]?.inputs?.[0]?.name, '')
})

test('is bounded: 2,000 items, 20,000 parameters, 8 levels', () => {
  assert.equal(parseAbi(Array.from({ length: 5_000 }, () => transfer))?.length, 2_000)
  const many = { ...transfer, inputs: Array.from({ length: 15_000 }, () => address) }
  assert.equal(parseAbi([many, many])?.length, 1)
  let deep: Record<string, unknown> = { name: 'x', type: 'uint256' }
  for (let level = 0; level < 1_000; level++) deep = { name: 'x', type: 'tuple', components: [deep] }
  assert.equal(parseAbi([{ ...transfer, inputs: [deep] }]), null)
})

test('a malformed list is no ABI', () => {
  for (const value of [null, {}, 'abi', 7, []]) assert.equal(parseAbi(value), null)
})
