import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseTime } from '../routes/events.ts'

describe('times', () => {
  const noon = Date.UTC(2026, 10, 21, 12)
  for (const text of [
    '2026-11-21T12:00:00Z',
    '2026-11-21T12:00Z',
    '2026-11-21T12:00:00.000Z',
    '2026-11-21T14:00:00+02:00',
  ])
    test(`${text} is read`, () => assert.equal(parseTime(text, 'query.since'), noon))

  for (const text of [
    '',
    'yesterday',
    '2026-11-21',
    '2026-11-21T12:00:00',
    '2026-02-30T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-11-21T25:00:00Z',
    '2026-11-21T12:00:00Z ',
    '1790000000000',
    '+275760-09-14T00:00:00Z',
  ])
    test(`"${text}" is refused`, () =>
      assert.throws(() => parseTime(text, 'query.since'), /query\.since: expected an ISO 8601 time such as/))
})
