import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseWays } from './relevance.ts'
import type { AcceptedCall } from './tried.ts'

const tried = (group: string, number: bigint | null): AcceptedCall =>
  ({ way: { group, number, data: '0x', args: [], names: false, flag: null } }) as unknown as AcceptedCall
const numbers = (list: AcceptedCall[]) => list.map(({ way }) => `${way.group}${way.number}`)

describe('which of the accepted ways are worth a look', () => {
  it('the extremes, and the highest that can be a percentage or basis points', () => {
    const accepted = [0n, 1n, 25n, 99n, 100n, 1_000n, 10_000n, 2n ** 255n].map((number) => tried('', number))
    assert.deepEqual(new Set(numbers(chooseWays(accepted, 8))), new Set(['0', '100', '99', '10000', `${2n ** 255n}`]))
  })

  it('each group has its turn before any has a second', () => {
    const accepted = ['a', 'b', 'c'].flatMap((group) => [5n, 9n].map((number) => tried(group, number)))
    assert.deepEqual(numbers(chooseWays(accepted, 4)), ['a5', 'b5', 'c5', 'a9'])
  })

  it('never more than asked for, and none of none', () => {
    assert.equal(chooseWays([tried('a', null), tried('b', null)], 1).length, 1)
    assert.deepEqual(chooseWays([], 5), [])
  })
})
