import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearSignTypedData } from '../message/clearSignMessage.ts'
import { type TypedData, typedArguments } from './typedArguments.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const ORDER: TypedData = {
  types: {
    Order: [
      ...['owner', 'beneficiary', 'srcToken', 'destToken'].map((name) => ({ name, type: 'address' })),
      ...['srcAmount', 'destAmount', 'deadline'].map((name) => ({ name, type: 'uint256' })),
      { name: 'bridge', type: 'Bridge' },
    ],
    Bridge: [{ name: 'destinationChainId', type: 'uint256' }],
  },
  primaryType: 'Order',
  domain: { name: 'Velora', chainId: 1, verifyingContract: '0x1234567890123456789012345678901234567890' },
  message: {
    owner: USDC,
    beneficiary: USDC,
    srcToken: USDC,
    destToken: USDC,
    srcAmount: '2500000000',
    destAmount: 7,
    deadline: 1_776_729_600,
    bridge: { destinationChainId: 1 },
  },
}

test('typed data in the words of its project', () => {
  const clear = clearSignTypedData(ORDER)
  const [amount] = clear?.fields ?? []
  assert.equal(amount?.label, 'Amount to send')
  const [shown] = amount?.values ?? []
  assert.ok(shown?.as === 'amount')
  assert.deepEqual([shown.amount, shown.token, shown.listed?.symbol], [2_500_000_000n, USDC, 'USDC'])
})

test('who verifies it is not known, so that nothing is said of its purpose', () => {
  assert.equal(clearSignTypedData(ORDER)?.intent, null)
  const known = {
    ...ORDER,
    domain: { ...ORDER.domain, verifyingContract: '0x6a000f20005980200259b80c5102003040001068' },
  }
  assert.equal(clearSignTypedData(known)?.intent, 'Swap order')
})

const REFUSED: [string, TypedData][] = [
  ['another name', { ...ORDER, domain: { ...ORDER.domain, name: 'Somebody' } }],
  ['no name', { ...ORDER, domain: {} }],
  ['a member less', { ...ORDER, types: { ...ORDER.types, Bridge: [] } }],
  ['a value that its type cannot hold', { ...ORDER, message: { ...ORDER.message, srcAmount: 'lots' } }],
  ['a primary type that is not declared', { ...ORDER, types: {} }],
  ['a type that contains itself', { ...ORDER, types: { ...ORDER.types, Bridge: [{ name: 'x', type: 'Bridge' }] } }],
  ['a type from the prototype', { ...ORDER, primaryType: 'constructor' }],
]
for (const [name, typed] of REFUSED) test(`not for ${name}`, () => assert.equal(clearSignTypedData(typed), null))

test('members that cannot be read refuse the whole; a thousand lists of lists end in time', () => {
  const types = { A: [{ name: 'a', type: `uint256${'[]'.repeat(3)}` }] }
  const of = (a: unknown) => typedArguments({ types, primaryType: 'A', domain: {}, message: { a } })
  assert.deepEqual(of([[[1, '0x2']]])?.values, [[[[1n, 2n]]]])
  assert.equal(of([[1]]), null)
  assert.equal(of(new Array(100_000).fill([])), null)
})
