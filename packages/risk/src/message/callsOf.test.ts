import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concatHex, encodeFunctionData, encodePacked, parseAbi, size } from 'viem'
import type { Hex } from '../address.ts'
import type { SignedCall } from '../facts/signedIntent.ts'
import { FRIEND, STRANGER, UNKNOWN_CONTRACT } from '../testing/sampleFacts.ts'
import { callsOf } from './messageCalls.ts'

const pack = ({ to, value, data, operation = 0 }: Omit<SignedCall, 'operation'> & { operation?: number }) =>
  encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, to ?? UNKNOWN_CONTRACT, value, BigInt(size(data)), data],
  )
const multiSend = (...packed: Hex[]): SignedCall => ({
  to: UNKNOWN_CONTRACT,
  value: 0n,
  data: encodeFunctionData({ abi: parseAbi(['function multiSend(bytes)']), args: [concatHex(packed)] }),
  operation: 1,
})
const plain = { to: FRIEND, value: 5n, data: '0x' } as const
const delegated = { to: STRANGER, value: 0n, data: '0x12345678', operation: 1 } as const

test('calls stay as they are', () => assert.deepEqual(callsOf([plain, delegated]), [plain, delegated]))

test('a batch shows what it carries, also in another batch', () => {
  const batch = multiSend(pack(plain), pack(delegated))
  assert.deepEqual(callsOf([batch]), [batch, plain, delegated])
  const nested = multiSend(pack({ ...batch, operation: 1 }))
  assert.deepEqual(callsOf([nested]), [nested, batch, plain, delegated])
})

test('broken batches are cut, not believed', () => {
  const batch = multiSend(pack(plain))
  assert.deepEqual(callsOf([{ ...batch, data: batch.data.slice(0, 20) as Hex }]).length, 1)
  const long = multiSend(pack(plain).replace(/0{64}$/, 'f'.repeat(64)) as Hex)
  assert.equal(callsOf([long]).length, 2)
})

test('a batch of very many calls is bounded', () => {
  assert.equal(callsOf([multiSend(...Array.from({ length: 1_000 }, () => pack(plain)))]).length, 256)
})
