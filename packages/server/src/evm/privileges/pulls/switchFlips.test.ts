import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { entryOf } from './mappingEntry.ts'
import { chosenFlips, flipsOf, isUnderflow, onSupply, overrideOf, type Reads } from './switchFlips.ts'
import type { WordWrite } from './tokenWrites.ts'
import { PLENTY } from './writtenRange.ts'

const TOKEN: Address = '0x00000000000000000000000000000000000070c3'
const SELLER: Address = `0x${'5e'.repeat(20)}`
const POOL: Address = `0x${'b0'.repeat(20)}`
const FULL = (1n << 256n) - 1n
const BITS = BigInt(SELLER) >> 8n
const wordOfBits = entryOf(`0x${BITS.toString(16).padStart(40, '0')}`, 4n)

const write = (at: WordWrite['at'], value: bigint | null = null): WordWrite => ({
  selector: '0xcafe0001',
  signature: null,
  guards: [],
  asIs: true,
  at,
  value,
  beside: [],
  seen: 7n,
  waits: false,
  proposals: [],
})

function flips(made: WordWrite, words: [bigint, bigint][]) {
  const reads: Reads = new Map([[TOKEN, new Map(words)]])
  const found = flipsOf(made, { account: TOKEN, reads, parties: [SELLER, POOL], balances: null, setters: [] })
  return found.map(({ slot, key, value }) => ({ slot, value, ...(key !== undefined && { key }) }))
}

test('a word that a key chooses is tried as it was seen, as a switch, as percentages and with all bits', () => {
  const found = flips(write({ kind: 'slot', slot: 3n }), [[3n, 0n]])
  assert.deepEqual(
    found.map(({ value }) => value),
    [7n, 1n, 95n, 10_000n, FULL],
  )
})

test('a word that holds an account keeps it: another router is no switch of sales', () => {
  assert.deepEqual(flips(write({ kind: 'slot', slot: 3n }), [[3n, BigInt(POOL)]]), [])
})

test('the bit of an account stands in a word that more accounts share, under a key that the call names', () => {
  const found = flips(write({ kind: 'entry', base: 4n }), [[wordOfBits, 0n]])
  assert.ok(found.length > 0 && found.every(({ slot, key }) => slot === wordOfBits && key === BITS))
})

test('an entry of the account itself has no such key', () => {
  const found = flips(write({ kind: 'entry', base: 4n }), [[entryOf(SELLER, 4n), 0n]])
  assert.ok(found.length > 0 && found.every((one) => !('key' in one)))
})

test('any word is tried with flags above each party, too', () => {
  const found = flips(write({ kind: 'any' }), [[5n, 0n]])
  const flagged = (party: Address) => ((FULL >> 160n) << 160n) | BigInt(party)
  for (const party of [SELLER, POOL])
    assert.ok(found.some(({ slot, value }) => slot === 5n && value === flagged(party)))
})

test('a word that no sale reads, such as a claim of an airdrop, is no switch', () => {
  assert.deepEqual(flips(write({ kind: 'entry', base: 4n }), [[9n, 0n]]), [])
})

test('each word has its first value before any has its second, and it is told that some were left out', () => {
  const slots = Array.from({ length: 9 }, (_, at) => BigInt(at))
  const reads: Reads = new Map([[TOKEN, new Map(slots.map((slot) => [slot, 0n]))]])
  const all = slots.flatMap((slot) =>
    flipsOf(write({ kind: 'slot', slot }), { account: TOKEN, reads, parties: [SELLER], balances: null, setters: [] }),
  )
  const { chosen, cut } = chosenFlips(all, 12)
  assert.equal(cut, true)
  assert.deepEqual(new Set(chosen.slice(0, 9).map(({ slot }) => slot)), new Set(slots))
  assert.deepEqual(chosen.length, 12)
  // Several functions that leave the same state are one, and nothing of few words is left out.
  const same = chosenFlips([...all.slice(0, 10), ...all.slice(0, 10)], 10)
  assert.deepEqual([same.chosen.length, same.cut], [20, false])
})

test('a word below zero is not believed where a condition was lifted, and is where none was', () => {
  const reads: Reads = new Map([[TOKEN, new Map([[3n, 9n]])]])
  const below = (value: bigint | null, asIs: boolean, set = FULL - 22n) =>
    isUnderflow(
      {
        account: TOKEN,
        slot: 3n,
        value: set,
        write: { ...write({ kind: 'slot', slot: 3n }, value), asIs },
        setters: [],
      },
      reads,
    )
  assert.equal(below(FULL - 22n, false), true)
  assert.equal(below(FULL - 22n, true), false, 'unchecked code of a key')
  assert.equal(below(FULL, false, FULL), false, 'no limit')
  assert.equal(below(null, false), false, 'the caller chooses it')
  assert.equal(below(5n, false, 5n), false)
})

test('what a call adds to the supposed supply is added to the real one, and its other words are set with it', () => {
  const made = { ...write({ kind: 'slot', slot: 3n }, 7n), beside: [{ slot: 4n, value: PLENTY + 32n }] }
  const { beside } = onSupply(made, new Map([[4n, 100n]]), 4n)
  assert.deepEqual(beside, [{ slot: 4n, value: 132n }])
  const { value } = onSupply(write({ kind: 'slot', slot: 4n }, PLENTY - 32n), new Map([[4n, 100n]]), 4n)
  assert.equal(value, 68n)
  const set = overrideOf({ account: TOKEN, slot: 3n, value: 7n, write: { ...made, beside } })[TOKEN]?.storage
  assert.deepEqual(Object.values(set ?? {}).map(BigInt), [132n, 7n])
})

const SERVICE: Address = `0x${'5c'.repeat(20)}`

/** What calls of a contract that many tokens ask can write of the words that a sale of the token reads there. */
function flipsOfService(at: WordWrite['at'], slot: bigint) {
  const reads: Reads = new Map([[SERVICE, new Map([[slot, 0n]])]])
  const of = { account: SERVICE, token: TOKEN, reads, parties: [SELLER, POOL], balances: null, setters: [] }
  return flipsOf(write(at), of)
}

test('a contract that many tokens ask keeps a word under the token, for all of its sales', () => {
  const found = flipsOfService({ kind: 'entry', base: 1n }, entryOf(TOKEN, 1n))
  assert.ok(found.length > 0 && found.every(({ key, ofToken }) => key === BigInt(TOKEN) && ofToken === true))
})

test('and under the token and its holder, in either order', () => {
  const keys = { first: 256, others: 512, value: 1_024 }
  const at = { kind: 'entry', base: 1n, keys } as const
  const [first] = flipsOfService(at, entryOf(SELLER, entryOf(TOKEN, 1n)))
  assert.deepEqual([first?.key, first?.roles], [BigInt(TOKEN), { slot: 256, victim: 512, value: 1_024 }])
  const [second] = flipsOfService(at, entryOf(TOKEN, entryOf(SELLER, 1n)))
  assert.deepEqual([second?.key, second?.roles], [BigInt(TOKEN), { slot: 512, victim: 256, value: 1_024 }])
  assert.equal(second?.ofToken, undefined)
})

test('words under other tokens are not read by its sale', () => {
  assert.deepEqual(flipsOfService({ kind: 'entry', base: 1n }, entryOf(POOL, 1n)), [])
})
