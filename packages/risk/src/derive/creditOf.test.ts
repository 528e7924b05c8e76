import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAbiParameters, keccak256 } from 'viem/utils'
import type { Hex } from '../address.ts'
import type { StateDiff } from '../facts/execution.ts'
import { FRIEND, TRADER, UNKNOWN_CONTRACT, USDC } from '../testing/sampleFacts.ts'
import { loss } from '../testing/sampleMessage.ts'
import { creditOf, isRecorded } from './creditOf.ts'

const AMOUNT = 5_000_000n
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const entry = (key: Hex, slot: Hex) =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [key, slot]))
const raised = (slot: Hex): StateDiff => ({
  [UNKNOWN_CONTRACT]: { storage: { [slot]: { before: word(1n), after: word(1n + AMOUNT) } } },
})
const deposit = loss({ takers: [UNKNOWN_CONTRACT], amount: AMOUNT })

test('a credit is kept by payer, or by payer and asset in either order', () => {
  for (const slot of [
    entry(TRADER, word(3n)),
    entry(USDC, entry(TRADER, word(3n))),
    entry(TRADER, entry(USDC, word(3n))),
  ])
    assert.equal(creditOf(raised(slot), deposit), AMOUNT)
})

test('a credit of another account, and a total, are none', () => {
  for (const slot of [entry(FRIEND, word(3n)), entry(USDC, entry(FRIEND, word(3n))), word(3n)])
    assert.equal(creditOf(raised(slot), deposit), 0n)
})

test('a record of an item is kept by item and payer, in either order; one of another account is none', () => {
  const item = word(2n) as Hex
  const inner = (key: Hex, slot: Hex) =>
    keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [BigInt(key), slot]))
  for (const slot of [entry(TRADER, inner(item, word(5n))), inner(item, entry(TRADER, word(5n)))])
    assert.equal(isRecorded(raised(slot), deposit, []), true)
  for (const slot of [
    entry(FRIEND, inner(item, word(5n))),
    inner(item, entry(FRIEND, word(5n))),
    inner(item, word(5n)),
  ])
    assert.equal(isRecorded(raised(slot), deposit, []), false)
})
