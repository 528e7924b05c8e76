import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import { type BatchStep, encodeMultiSend, execTransactionByOwner, unwrapBatch, wrapBatch } from './accountBatches.ts'

const CALL_ONLY: Address = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const stepOf: fc.Arbitrary<BatchStep> = fc
  .tuple(
    fc.uint8Array({ minLength: 20, maxLength: 20 }),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.uint8Array({ maxLength: 80 }),
  )
  .map(([to, value, data]) => ({ to: hex(to), value, data: hex(data) }))

test('every way to make several calls is read as the same calls', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 1, maxLength: 5 }), fc.boolean(), (given, free) => {
      const steps = free ? given.map((one) => ({ ...one, value: 0n })) : given
      for (const way of wrapBatch(steps, '0x', CALL_ONLY)) {
        seen.add(way.function)
        assert.deepEqual(unwrapBatch(way.data), steps, way.function)
      }
      const safe = execTransactionByOwner(CALL_ONLY, { to: CALL_ONLY, data: encodeMultiSend(steps), operation: 1 })
      assert.deepEqual(unwrapBatch(safe), steps)
    }),
    { numRuns: 300 },
  )
  assert.equal(seen.size, 5)
})

const ABI = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
])
const STRANGER: Address = `0x${'57'.repeat(20)}`
const one: BatchStep = { to: STRANGER, value: 5n, data: '0x12345678' }

test('the way of the account itself comes first', () => {
  const like = (data: Hex) => wrapBatch([one], data, CALL_ONLY)[0]?.function
  const single = encodeFunctionData({ abi: ABI, functionName: 'execute', args: [STRANGER, 5n, '0x12345678'] })
  assert.equal(like(single), 'executeBatch((address,uint256,bytes)[])')
  assert.equal(like('0xe9ae5c53'), 'execute(bytes32,bytes)')
  assert.equal(like('0x47e1da2a'), 'executeBatch(address[],uint256[],bytes[])')
  assert.equal(like('0x7bb37428'), 'executeUserOp(address,uint256,bytes,uint8)')
  assert.deepEqual(unwrapBatch(single), [one])
})

const REFUSED: [string, Hex][] = [
  [
    'a batch that goes on after a failure',
    encodeFunctionData({ abi: ABI, functionName: 'execute', args: [`0x0101${'00'.repeat(30)}`, '0x'] }),
  ],
  [
    'a delegatecall into an unknown library',
    encodeFunctionData({ abi: ABI, functionName: 'executeUserOp', args: [STRANGER, 0n, encodeMultiSend([one]), 1] }),
  ],
  [
    'a delegatecall inside MultiSend',
    encodeFunctionData({
      abi: ABI,
      functionName: 'executeUserOp',
      args: [CALL_ONLY, 0n, delegating(encodeMultiSend([one])), 1],
    }),
  ],
  ['another function', '0xa9059cbb'],
  ['no call data', '0x'],
]
for (const [name, data] of REFUSED) test(`${name} is not taken apart`, () => assert.equal(unwrapBatch(data), null))

/** The same with its first call as a delegatecall. */
function delegating(data: Hex): Hex {
  const abi = parseAbi(['function multiSend(bytes transactions)'])
  const { args } = decodeFunctionData({ abi, data })
  return encodeFunctionData({ abi, functionName: 'multiSend', args: [`0x01${args[0].slice(4)}`] })
}
