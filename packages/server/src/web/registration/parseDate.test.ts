import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseDate } from './parseDate.ts'

describe('parseDate', () => {
  for (const [said, expected] of Object.entries({
    '2024-03-01T12:34:56Z': '2024-03-01T12:34:56Z',
    '2024-03-01T12:34:56.789Z': '2024-03-01T12:34:56Z',
    '2024-03-01T12:34:56+02:00': '2024-03-01T10:34:56Z',
    '2024-03-01T12:34:56-0530': '2024-03-01T18:04:56Z',
    '2024-03-01 12:34:56': '2024-03-01T12:34:56Z',
    '2024-03-01 12:34:56 UTC': '2024-03-01T12:34:56Z',
    '2024-03-01 12:34:56 (UTC+8)': '2024-03-01T12:34:56Z',
    '2024/03/01 12:34:56 (JST)': '2024-03-01T12:34:56Z',
    '2024-03-01': '2024-03-01T00:00:00Z',
    '2024/03/01': '2024-03-01T00:00:00Z',
    '2024.03.01': '2024-03-01T00:00:00Z',
    '2024. 03. 01.': '2024-03-01T00:00:00Z',
    '2024.03.01 12:34:56': '2024-03-01T12:34:56Z',
    '20240301': '2024-03-01T00:00:00Z',
    '20240301 #12345': '2024-03-01T00:00:00Z',
    '2024-Mar-01': '2024-03-01T00:00:00Z',
    '2024-mar-01.': '2024-03-01T00:00:00Z',
    '01-Mar-2024': '2024-03-01T00:00:00Z',
    '01-mar-2024 12:34:56': '2024-03-01T12:34:56Z',
    '01-Mar-2024 12:34:56 UTC': '2024-03-01T12:34:56Z',
    '1 March 2024': '2024-03-01T00:00:00Z',
    '1st March 2024 at 12:34:56.789': '2024-03-01T00:00:00Z',
    '01.03.2024': '2024-03-01T00:00:00Z',
    '01.03.2024 12:34:56': '2024-03-01T12:34:56Z',
    '1.3.2024': '2024-03-01T00:00:00Z',
    '01/03/2024': '2024-03-01T00:00:00Z',
    '01-03-2024': '2024-03-01T00:00:00Z',
    'March 1 2024': '2024-03-01T00:00:00Z',
    'Mar 1, 2024': '2024-03-01T00:00:00Z',
    'Friday, March 1, 2024': '2024-03-01T00:00:00Z',
    'Fri Mar  1 12:34:56 GMT 2024': '2024-03-01T12:34:56Z',
    'Fri, 01 Mar 2024 12:34:56 GMT': '2024-03-01T12:34:56Z',
    'before Aug-1996': null,
    '': null,
    'not available': null,
    '0000-00-00': null,
    '2024-13-01': null,
    '2024-02-31': null,
    '1970-01-01': null,
    '9999-12-31': null,
    '2024-03-01T25:00:00Z': null,
    '32 March 2024': null,
    '1 Foo 2024': null,
  })) {
    it(`reads "${said}" as ${expected}`, () => {
      assert.equal(parseDate(said), expected === null ? null : Date.parse(expected))
    })
  }

  it('reads back every second that it was told in the common way', () => {
    const seconds = fc.integer({ min: Date.UTC(1985, 0, 1) / 1_000, max: Date.UTC(2199, 0, 1) / 1_000 })
    fc.assert(
      fc.property(seconds, (second) => {
        assert.equal(parseDate(new Date(second * 1_000).toISOString()), second * 1_000)
      }),
    )
  })

  it('never fails, and never answers what is no time', () => {
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^[\d :.TZ/-]{0,40}$/), (any, figures) => {
        for (const said of [any, figures]) {
          const time = parseDate(said)
          assert.ok(time === null || Number.isSafeInteger(time))
        }
      }),
    )
  })
})
