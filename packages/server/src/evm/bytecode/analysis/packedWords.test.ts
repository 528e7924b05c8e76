import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packedWords } from './packedWords.ts'
import { constant, MARK, operation, source, type Value } from './value.ts'

const FIRST = source('ARG', MARK.argument, 1)
const SECOND = source('ARG', MARK.argument, 2)
const STORED = operation('SLOAD', [constant(3n)])
const op = (name: string, ...args: (Value | bigint)[]) =>
  operation(
    name,
    args.map((arg) => (typeof arg === 'bigint' ? constant(arg) : arg)),
  )
const low = op('AND', 0xffffffn, FIRST)
const high = op('AND', 0xffffffn, op('SHR', 24n, FIRST))

const CASES: [string, Value[], bigint[]][] = [
  [
    'two bounded fields: together, below their bounds, and alone',
    [op('ISZERO', op('GT', low, 10_000n)), op('GT', high, 1_000_000n)],
    [10_000n | (1_000_000n << 24n), 9_999n | (999_999n << 24n), 10_000n, 1_000_000n << 24n],
  ],
  [
    'conditions that are joined',
    [op('OR', op('GT', low, 50n), op('GT', high, 60n))],
    [50n | (60n << 24n), 49n | (59n << 24n), 50n, 60n << 24n],
  ],
  ['a quotient', [op('EQ', op('DIV', FIRST, 1n << 96n), 7n)], [7n << 96n]],
  ['a byte', [op('EQ', op('BYTE', 0n, FIRST), 0xabn)], [0xabn << 248n]],
  ['a mask in the middle of a word', [op('EQ', op('AND', FIRST, 0xff00n), 0x1200n)], [0x1200n]],
  ['a sum of a field', [op('LT', op('ADD', high, 5n), 105n)], [100n << 24n, 99n << 24n]],
  ['a flag', [op('ISZERO', op('EQ', op('SHR', 255n, FIRST), 1n))], [1n << 255n]],
]

for (const [name, conditions, expected] of CASES)
  test(name, () => {
    const found = packedWords(conditions)
    for (const one of expected) assert.ok(found.includes(one), `${one} is not in ${found}`)
  })

test('whole words, two arguments and stored words are no fields', () => {
  assert.deepEqual(packedWords([op('GT', FIRST, 10_000n), op('GT', low, 10_000n)]), [])
  assert.deepEqual(packedWords([op('GT', high, op('SHR', 24n, SECOND))]), [])
  assert.deepEqual(packedWords([op('GT', op('SHR', 24n, STORED), 10_000n)]), [])
})
