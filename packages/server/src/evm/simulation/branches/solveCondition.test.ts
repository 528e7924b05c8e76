import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { constant, operation, source, type Value } from '../../bytecode/analysis/value.ts'
import { solveCondition } from './solveCondition.ts'

const COINBASE = source('COINBASE', 0)
const BASEFEE = source('BASEFEE', 0)
const RANDOM = source('PREVRANDAO', 0)
const op = (name: string, ...args: (Value | bigint)[]) =>
  operation(
    name,
    args.map((arg) => (typeof arg === 'bigint' ? constant(arg) : arg)),
  )
const solved = (condition: Value, known: (value: Value) => bigint | null = () => null) =>
  solveCondition(condition, known).map(({ leaf, value, exact }) => `${leaf} ${value}${exact ? ' exactly' : ''}`)

describe('solveCondition', () => {
  const cases: [string, Value, string[]][] = [
    ['an equality', op('EQ', COINBASE, 700n), ['COINBASE 700 exactly', 'COINBASE 701']],
    ['an inequality', op('ISZERO', op('EQ', 700n, COINBASE)), ['COINBASE 700 exactly', 'COINBASE 701']],
    ['a subtraction instead of a comparison', op('SUB', COINBASE, 700n), ['COINBASE 700 exactly', 'COINBASE 701']],
    ['a bound', op('LT', BASEFEE, 50n), ['BASEFEE 50', 'BASEFEE 51', 'BASEFEE 49']],
    ['a value alone', op('ISZERO', BASEFEE), ['BASEFEE 0 exactly', 'BASEFEE 1']],
    ['a remainder', op('EQ', op('MOD', RANDOM, 16n), 7n), ['PREVRANDAO 7 exactly', 'PREVRANDAO 8']],
    ['a mask', op('EQ', op('AND', RANDOM, 0xffn), 9n), ['PREVRANDAO 9 exactly', 'PREVRANDAO 10']],
    ['a quotient', op('EQ', op('DIV', BASEFEE, 1_000n), 3n), ['BASEFEE 3000 exactly', 'BASEFEE 4000']],
    ['a sum', op('EQ', op('ADD', BASEFEE, 5n), 9n), ['BASEFEE 4 exactly', 'BASEFEE 5']],
    ['a shift', op('EQ', op('SHR', 8n, RANDOM), 2n), ['PREVRANDAO 512 exactly', 'PREVRANDAO 768']],
    ['a mask in both ways', op('EQ', op('XOR', COINBASE, 3n), 8n), ['COINBASE 11 exactly', 'COINBASE 10']],
    [
      'two tests joined',
      op('AND', op('EQ', COINBASE, 700n), op('EQ', BASEFEE, 9n)),
      ['COINBASE 700 exactly', 'COINBASE 701', 'BASEFEE 9 exactly', 'BASEFEE 10'],
    ],
  ]
  for (const [name, condition, expected] of cases)
    it(`solves ${name}`, () => {
      assert.deepEqual(solved(condition), expected)
    })
  it('takes what is known elsewhere for a constant', () => {
    const slot = op('SLOAD', 4n)
    assert.deepEqual(solved(op('EQ', COINBASE, slot)), [])
    assert.deepEqual(
      solved(op('EQ', COINBASE, slot), (value) => (value.op === 'SLOAD' ? 700n : null)),
      ['COINBASE 700 exactly', 'COINBASE 701'],
    )
  })
  it('solves no hash, no remainder that cannot be, and no comparison of two unknowns', () => {
    assert.deepEqual(solved(op('EQ', op('KECCAK', COINBASE), 5n)), [])
    assert.deepEqual(solved(op('EQ', op('MOD', RANDOM, 4n), 7n)), [])
    assert.deepEqual(solved(op('LT', COINBASE, BASEFEE)), [])
  })
  it('ends on conditions as deep as code may make them', () => {
    let deep: Value = BASEFEE
    for (let n = 0; n < 40; n++) deep = { ...op('ADD', 1n), args: [deep, constant(1n)] }
    assert.deepEqual(solved({ ...op('EQ', 1n), args: [deep, constant(9n)] }), [])
  })
})
