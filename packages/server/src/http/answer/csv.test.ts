import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { csv, prefersCsv } from '../routes/scans.ts'

describe('csv', () => {
  test('quotes what needs quoting', () => {
    const rows = [
      { a: 'x,y', b: 'he said "no"' },
      { a: 'two\nlines', b: 7 },
    ]
    assert.equal(csv(['a', 'b'], rows), 'a,b\r\n"x,y","he said ""no"""\r\n"two\nlines",7\r\n')
  })

  test('defuses formulas, but not numbers', () => {
    const starts = ['=1+1', '+1', '-1', '@sum', '\tx', '\rx']
    for (const start of starts) assert.match(csv(['a'], [{ a: start }]), /^a\r\n"?'/)
    assert.equal(csv(['a'], [{ a: -5 }]), 'a\r\n-5\r\n')
  })
})

describe('prefersCsv', () => {
  const cases: [string | undefined, boolean][] = [
    [undefined, false],
    ['*/*', false],
    ['application/json', false],
    ['text/csv', true],
    ['TEXT/CSV', true],
    ['text/csv, */*', true],
    ['text/csv;q=0.5, application/json', false],
    ['text/csv, application/json;q=0.9', true],
    ['text/csv, application/json', false],
    ['text/csv;q=0', false],
    ['text/csv;q=nonsense', false],
  ]
  for (const [accept, wanted] of cases) test(`${accept}`, () => assert.equal(prefersCsv(accept), wanted))
})
