import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfter } from './downloadList.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const cases: [string | undefined, number | null][] = [
  ['120', 120_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', null],
  [undefined, null],
  ['', null],
  ['-5', null],
  ['1e9', null],
  ['2027', 2_027_000],
  ['9'.repeat(400), null],
  ['2027-01-01', null],
  [`Thu, ${'9'.repeat(100_000)}`, null],
]
for (const [header, wait] of cases) {
  test(`Retry-After ${JSON.stringify(header)?.slice(0, 40)} asks for ${wait} ms`, () => {
    assert.equal(retryAfter(header, NOW), wait)
  })
}
