import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailable } from '../../domain/sourceErrors.ts'
import { asOutage, postgresOutageOf, sqliteOutageOf } from './outages.ts'

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code })
const withResult = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })

test('errors of the database itself are told from errors of a statement', () => {
  const reasons = [
    ['ECONNREFUSED', 'unreachable'],
    ['ENOTFOUND', 'unreachable'],
    ['57P01', 'unreachable'],
    ['57P03', 'unreachable'],
    ['53300', 'unreachable'],
    ['53100', 'full'],
    ['57014', 'locked'],
    ['58030', 'failing'],
    ['23505', null],
    ['42P01', null],
    ['40P01', null],
  ] as const
  for (const [code, reason] of reasons) assert.equal(postgresOutageOf(withCode(code)), reason, code)
  assert.equal(postgresOutageOf(new Error('Connection terminated unexpectedly')), 'unreachable')
  assert.equal(postgresOutageOf(new AggregateError([], '')), 'unreachable')
  assert.equal(postgresOutageOf(new Error('no result')), null)
})

test('result codes of SQLite count by their low byte', () => {
  const reasons = [
    [5, 'locked'],
    [517, 'locked'],
    [13, 'full'],
    [778, 'failing'],
    [1, null],
    [2067, null],
  ] as const
  for (const [code, reason] of reasons) assert.equal(sqliteOutageOf(withResult(code)), reason, String(code))
})

test('an outage keeps its cause, and any other error is handed on', () => {
  const full = withResult(13)
  const outage = asOutage(full, sqliteOutageOf)
  assert.ok(outage instanceof StoreUnavailable && outage.reason === 'full' && outage.cause === full)
  assert.equal(asOutage(outage, sqliteOutageOf), outage)
  const other = withResult(1)
  assert.equal(asOutage(other, sqliteOutageOf), other)
})
