import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction, LocatedSlots } from '@redoubt/risk/facts/bytecode.ts'
import { classifySlot, type StorageCode } from './lastWrite.ts'

const slot = (at: number): Hex => `0x${at.toString(16).padStart(64, '0')}`
const [BALANCES, ALLOWANCES, SUPPLY, TAX, STAKES, LISTED] = [0, 1, 2, 3, 4, 5].map(slot) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const KEY = slot(0x5e)

const writer = (writes: Hex[], gated: boolean): ContractFunction => ({
  selector: '0x12345678',
  signature: null,
  arguments: '',
  mutability: 'nonpayable',
  reads: [],
  writes,
  gated,
  gatedBy: [],
  asks: [],
  sendsNative: false,
  balanceWrites: [],
})
const located: LocatedSlots = {
  balances: BALANCES,
  allowances: ALLOWANCES,
  totalSupply: SUPPLY,
  owner: [],
  transferWords: [],
  transferMappings: [],
}
const code = (functions: ContractFunction[], complete = true): StorageCode => ({
  functions,
  slots: [located],
  complete,
})
const kindOf = (base: Hex, keys: Hex[], functions: ContractFunction[], changed = false, complete = true) =>
  classifySlot({ base, keys }, code(functions, complete), changed).kind

test('balances and allowances belong to their owners, whichever other accounts may write some', () => {
  assert.equal(kindOf(BALANCES, [KEY], [writer([BALANCES], true)]), 'own')
  assert.equal(kindOf(ALLOWANCES, [KEY, KEY], [writer([ALLOWANCES], false)]), 'own')
})

test('entries that only functions for everybody write belong to their callers', () => {
  assert.equal(kindOf(STAKES, [KEY], [writer([STAKES], false)]), 'own')
})

test('an entry that a privileged function writes is open: a list of the barred', () => {
  const found = classifySlot(
    { base: LISTED, keys: [KEY] },
    code([writer([LISTED], true), writer([LISTED], false)]),
    false,
  )
  assert.equal(found.kind, 'open')
  assert.deepEqual(
    found.writers.map(({ gated }) => gated),
    [true],
  )
})

test('a word with a setter is open, gated or not', () => {
  assert.equal(kindOf(TAX, [], [writer([TAX], true)]), 'open')
  assert.equal(kindOf(TAX, [], [writer([TAX], false)]), 'open')
})

test('words that the transaction itself changes, and any account may, are the market’s', () => {
  assert.equal(kindOf(TAX, [], [writer([TAX], false)], true), 'market')
  assert.equal(kindOf(TAX, [], [writer([TAX], true)], true), 'open')
  assert.equal(kindOf(SUPPLY, [], [writer([SUPPLY], true)]), 'market')
})

test('a word that nothing writes is fixed, but only where all of the code is known', () => {
  assert.equal(kindOf(TAX, [], []), 'fixed')
  assert.equal(kindOf(TAX, [], [], false, false), 'open')
})

test('a slot that could not be found again may have any owner', () => {
  assert.equal(classifySlot(null, code([]), false).kind, 'open')
})
