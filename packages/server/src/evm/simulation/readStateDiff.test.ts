import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MalformedAnswer } from '../rpc/rpcValues.ts'
import { readStateDiff } from './readStateDiff.ts'

const A = '0x00000000000000000000000000000000000000aa'
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const SLOT = word(1)

describe('readStateDiff', () => {
  it('takes an absent slot in post for zero and an absent one in pre for zero', () => {
    const cleared = readStateDiff({ pre: { [A]: { balance: '0x1', storage: { [SLOT]: word(5) } } }, post: { [A]: {} } })
    assert.deepEqual(cleared[A]?.storage, { [SLOT]: { before: word(5), after: word(0) } })
    const set = readStateDiff({ pre: { [A]: { balance: '0x1' } }, post: { [A]: { storage: { [SLOT]: word(6) } } } })
    assert.deepEqual(set[A]?.storage, { [SLOT]: { before: word(0), after: word(6) } })
  })
  it('takes an absent field in post for unchanged', () => {
    const diff = readStateDiff({ pre: { [A]: { balance: '0x5', nonce: 1 } }, post: { [A]: { nonce: 2 } } })
    assert.deepEqual(diff[A], { nonce: { before: 1n, after: 2n }, storage: {} })
  })
  it('takes an absent account in post for destroyed and in pre for new', () => {
    const gone = readStateDiff({ pre: { [A]: { balance: '0x5', nonce: 1, code: '0x00' } }, post: {} })
    assert.deepEqual(gone[A]?.code, { before: '0x00', after: '0x' })
    assert.deepEqual(gone[A]?.balance, { before: 5n, after: 0n })
    const fresh = readStateDiff({ pre: {}, post: { [A]: { balance: '0x5', code: '0x01' } } })
    assert.deepEqual(fresh[A]?.balance, { before: 0n, after: 5n })
  })
  it('refuses malformed answers', () => {
    for (const answer of [null, {}, { pre: {}, post: null }, { pre: {}, post: { [A]: { balance: '0x' } } }])
      assert.throws(() => readStateDiff(answer), MalformedAnswer)
  })
})
