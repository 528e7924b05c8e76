import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailable } from '../../domain/sourceErrors.ts'
import { outageAdvice } from './outageAdvice.ts'

const of = (reason: StoreUnavailable['reason'], cause?: object) =>
  outageAdvice(new StoreUnavailable(reason, cause && { cause: Object.assign(new Error('user "eve" said so'), cause) }))

test('each cause has its own words and remedy, without user and password', () => {
  const refused = { code: 'ECONNREFUSED', address: '127.0.0.1', port: 5433 }
  for (const [cause, detail, remedy] of [
    [refused, /^The database is not reachable: nothing listens on 127\.0\.0\.1:5433 \(ECONNREFUSED\)$/, /Start/],
    [{ code: 'ENOTFOUND', hostname: 'db.example' }, /the host db\.example has no address \(ENOTFOUND\)$/, /host/],
    [{ code: 'EAI_AGAIN' }, /its host has no address \(EAI_AGAIN\)$/, /DNS/],
    [{ code: 'ENOENT' }, /its socket is missing/, /Start/],
    [{ code: '3D000' }, /no database of that name \(3D000\)$/, /createdb/],
    [{ code: '28P01' }, /refuses user or password \(28P01\)$/, /pg_hba/],
    [{ code: '28000' }, /refuses user or password \(28000\)$/, /pg_hba/],
    [{ code: '53300' }, /no connection left \(53300\)$/, /max_connections/],
    [{ code: '57P03' }, /starts or stops \(57P03\)$/, /again/],
    [{ code: '08006' }, /^The database is not reachable \(08006\)$/, /DATABASE_URL/],
    [{}, /^The database is not reachable$/, /DATABASE_URL/],
  ] as const) {
    const found = of('unreachable', cause)
    assert.match(found.detail, detail)
    assert.match(found.remedy, remedy)
    assert.doesNotMatch(`${found.detail} ${found.remedy}`, /eve/)
  }
})

test('the first of several attempts to connect tells, and other reasons have remedies', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', address: '::1', port: 5433 })
  const several = new StoreUnavailable('unreachable', { cause: new AggregateError([refused]) })
  assert.match(outageAdvice(several).detail, /nothing listens on ::1:5433/)
  const text = new StoreUnavailable('failing', {
    cause: Object.assign(new Error('file is not a database'), { code: 'ERR_SQLITE_ERROR', errcode: 26 }),
  })
  assert.match(outageAdvice(text).detail, /failing to read or write its files \(file is not a database\)$/)
  assert.match(of('full').remedy, /room/)
  assert.match(of('locked').remedy, /process/)
  assert.match(of('failing').remedy, /disk/)
})
