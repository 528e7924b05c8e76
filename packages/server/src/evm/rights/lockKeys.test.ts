import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { word } from '../trade/trader.ts'
import { stoppedAt, stopsIn } from './comparisons.ts'
import { callerIn, entryLock, wordLock } from './lockKeys.ts'

const CONTRACT: Address = `0x${'c0'.repeat(20)}`
const SIGNER: Address = `0x${'51'.repeat(20)}`
const CALLER: Address = `0x${'ca'.repeat(20)}`
const OWNER: Address = `0x${'03'.repeat(20)}`
const HASH = BigInt(keccak256('0x01'))
const OTHER = BigInt(keccak256('0x02'))
const SLOT: Hex = `0x${word(7n)}`
const code = { address: CONTRACT, stopped: '0x' as Hex }
const hex = (value: bigint): Hex => `0x${word(value)}`
const told = (a: bigint, b: bigint): Hex => `0x${word(a)}${word(b)}${'0'.repeat(56)}5ec0ff1e`
const entry = (key: string, base: Hex): Hex => keccak256(`0x${key}${base.slice(2)}`)

test('comparisons and hashes are found, the selector of a dispatcher and bytes of constants are not', () => {
  // PUSH4 selector EQ, PUSH1 0x14, EQ, KECCAK256, SUB PUSH1 4 JUMPI, SUB.
  const runtime: Hex = '0x63aabbccdd1460141420036004570300'
  const compared = stopsIn(runtime, 'compare').map(({ at }) => at)
  assert.deepEqual(compared, [8, 10])
  assert.deepEqual(
    stopsIn(runtime, 'hash').map(({ at }) => at),
    [9],
  )
  assert.equal(stoppedAt(runtime, { at: 9, kind: 'hash' }), '0x63aabbccdd14601414fd036004570300')
  assert.ok(stoppedAt(runtime, { at: 8, kind: 'compare' }).startsWith('0x63aabbccdd1460146000526020526'))
})

test('a stored hash is replaced by the value that it is compared with', () => {
  const written = [{ contract: CONTRACT, slot: SLOT, after: hex(HASH) }]
  const key = wordLock(told(OTHER, HASH), { code, written })
  assert.equal(key?.holder, null)
  assert.deepEqual(key?.open(told(OTHER, HASH)), { contract: CONTRACT, slot: SLOT, value: hex(OTHER) })
  // Another word, a small number and an ordinary revert reason are none.
  assert.equal(wordLock(told(OTHER, HASH + 1n), { code, written }), null)
  assert.equal(wordLock(told(1n, 2n), { code, written: [{ contract: CONTRACT, slot: SLOT, after: hex(1n) }] }), null)
  assert.equal(wordLock(`0x${word(OTHER)}${word(HASH)}${word(0n)}`, { code, written }), null)
})

test('a signer is found in a packed word, and only its part is replaced', () => {
  const packed = (BigInt(SIGNER) << 96n) | 1_800_000_000n
  const written = [{ contract: CONTRACT, slot: SLOT, after: hex(packed) }]
  const key = wordLock(told(BigInt(SIGNER), BigInt(CALLER)), { code, written })
  assert.equal(key?.holder, SIGNER)
  const value = key?.open(told(BigInt(SIGNER), BigInt(CALLER)))?.value
  assert.equal(value, hex((BigInt(CALLER) << 96n) | 1_800_000_000n))
  // A hash does not fit in the place of an account.
  assert.equal(key?.open(told(BigInt(SIGNER), OTHER)), null)
})

test('the account that a caller is compared with is told, a flag is not', () => {
  assert.equal(callerIn(told(BigInt(SIGNER), BigInt(CALLER)), CALLER), SIGNER)
  assert.equal(callerIn(told(0n, BigInt(CALLER)), CALLER), null)
  assert.equal(callerIn(told(BigInt(SIGNER), 5n), CALLER), null)
})

test('an entry that the call names lends its word to the entry that code computes, nested or not', () => {
  const own = [CALLER, OWNER] as const
  const bases: [Hex, Hex, Hex][] = [
    [entry(word(HASH), SLOT), SLOT, entry(word(OTHER), SLOT)],
    [
      entry(word(HASH), entry(word(OWNER), SLOT)),
      entry(word(OWNER), SLOT),
      entry(word(OTHER), entry(word(OWNER), SLOT)),
    ],
    [entry(word(OWNER), entry(word(HASH), SLOT)), SLOT, entry(word(OWNER), entry(word(OTHER), SLOT))],
  ]
  for (const [slot, base, expected] of bases) {
    const written = [{ contract: CONTRACT, slot, after: hex(1n) }]
    const output: Hex = `0x${word(OTHER)}${base.slice(2)}`
    const key = entryLock(output, { code, written, keys: [HASH], own })
    assert.deepEqual(key?.open(output), { contract: CONTRACT, slot: expected, value: hex(1n) })
    assert.equal(key?.holder, null)
  }
})

test('entries of the caller, of the account and of other mappings are no locks', () => {
  const own = [CALLER, OWNER] as const
  const written = [{ contract: CONTRACT, slot: entry(word(SIGNER), SLOT), after: hex(1n) }]
  const lock = (key: bigint, base = SLOT) =>
    entryLock(`0x${word(key)}${base.slice(2)}`, { code, written, keys: [BigInt(SIGNER)], own })
  assert.equal(lock(BigInt(CALLER)), null)
  assert.equal(lock(BigInt(OWNER)), null)
  assert.equal(lock(OTHER, `0x${word(8n)}`), null)
  assert.equal(lock(OTHER)?.holder, SIGNER)
})
