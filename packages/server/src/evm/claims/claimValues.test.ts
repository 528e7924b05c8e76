import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { numberToHex } from 'viem/utils'
import { countersIn } from './claimValues.ts'

const DESK: Address = `0x${'de'.repeat(20)}`
const OTHER: Address = `0x${'0e'.repeat(20)}`
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const changed = (...changes: [bigint, bigint][]) => ({
  storage: Object.fromEntries(
    changes.map(([before, after], at) => [word(BigInt(at)), { before: word(before), after: word(after) }]),
  ),
})

test('a word that a deposit raised by one is an id, and so is the number before', () => {
  assert.deepEqual(countersIn({ [DESK]: changed([3n, 4n]) }, [DESK]), [4n, 3n])
  assert.deepEqual(countersIn({ [DESK]: changed([0n, 1n]) }, [DESK]), [1n])
})

test('sums, records and words of other contracts are no ids', () => {
  assert.deepEqual(countersIn({ [DESK]: changed([0n, 10n ** 18n], [5n, 9n]) }, [DESK]), [])
  assert.deepEqual(countersIn({ [OTHER]: changed([3n, 4n]) }, [DESK]), [])
})
