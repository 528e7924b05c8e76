import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isoSeconds } from './isoSeconds.ts'

test('every integer of a contract is a date or none', () => {
  assert.equal(isoSeconds(1_790_000_000n), '2026-09-21T14:13:20.000Z')
  for (const none of [
    null,
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    8.64e12 + 1,
    2n ** 48n - 1n,
    2n ** 256n - 1n,
  ])
    assert.equal(isoSeconds(none), null)
  fc.assert(
    fc.property(
      fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.bigInt({ min: 0n, max: 2n ** 44n })),
      (seconds) => {
        const date = isoSeconds(seconds)
        assert.equal(
          date === null ? null : BigInt(Date.parse(date)) / 1_000n,
          seconds > 8_640_000_000_000n ? null : seconds,
        )
      },
    ),
  )
})
