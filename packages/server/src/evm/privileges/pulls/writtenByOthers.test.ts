import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lifted, Write } from '../paths/pull.ts'
import { writtenByOthers } from './writtenByOthers.ts'

const OWN: Lifted = { marks: 1 }
const asks = (slot: bigint): Lifted => ({ marks: 2, slot })
const write = (slot: bigint, ...lifted: Lifted[]): Write => ({ slot, lifted })
/** Slots 100 and 101 are entries of the mapping 9. */
const bases = new Map([
  [100n, 9n],
  [101n, 9n],
])
const open = (slot: bigint, ...writes: Write[]) =>
  writtenByOthers(writes, { bases, isByAccount: ({ lifted }) => lifted.includes(OWN) })(slot)

const CASES: [string, boolean, bigint, Write[]][] = [
  ['a word that no path writes', false, 1n, []],
  ['a word that the account alone writes', false, 1n, [write(1n, OWN)]],
  ['a word with a second path for all', true, 1n, [write(1n, OWN), write(1n)]],
  ['a word behind another that is open', true, 1n, [write(1n, asks(2n)), write(2n)]],
  ['a word behind another that is the account’s', false, 1n, [write(1n, asks(2n)), write(2n, OWN)]],
  ['a word behind two, one open', false, 1n, [write(1n, asks(2n), asks(3n)), write(2n), write(3n, OWN)]],
  ['three words in a row', true, 1n, [write(1n, asks(2n)), write(2n, asks(3n)), write(3n)]],
  ['two words that each ask for the other', false, 1n, [write(1n, asks(2n)), write(2n, asks(1n))]],
  ['entries of one mapping', true, 1n, [write(1n, asks(100n)), write(101n)]],
  ['a list of callers', false, 1n, [write(1n, { marks: 7, list: 9n }), write(101n, OWN)]],
]

for (const [name, expected, slot, writes] of CASES)
  test(`others ${expected ? 'write' : 'do not write'} ${name}`, () => {
    assert.equal(open(slot, ...writes), expected)
  })
