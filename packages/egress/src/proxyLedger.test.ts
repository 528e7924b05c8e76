import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProxyLedger, type ProxyLimits } from './proxyLedger.ts'

const ledger = (limits: Partial<ProxyLimits> = {}) =>
  createProxyLedger({ connectionMs: 1_000, connectionBytes: 10, totalBytes: 15, connections: 2, ...limits })

test('hosts are named once, in the order of their first appearance', () => {
  const { reached, refuse, report } = ledger()
  for (const host of ['b.example', 'a.example', 'b.example']) reached(host)
  refuse('10.0.0.1')
  assert.deepEqual(report(), { contacted: ['b.example', 'a.example'], refused: ['10.0.0.1'], exhausted: null })
})

test('a page that names hosts without end is remembered with two hundred', () => {
  const { refuse, report } = ledger()
  for (let index = 0; index < 1_000; index++) refuse(`${index}.example`)
  assert.equal(report().refused.length, 200)
})

test('connections are counted from the start, not those that are open', () => {
  const { open, report } = ledger()
  assert.deepEqual([open(), open(), open()], [true, true, false])
  assert.equal(report().exhausted, 'connections')
})

test('bytes are counted for each connection and for all', () => {
  const { meter, report } = ledger()
  const [first, second] = [meter(), meter()]
  assert.deepEqual([first.spend(10), second.spend(5)], [true, true])
  assert.equal(report().exhausted, null)
  assert.deepEqual([first.spend(1), second.spend(0)], [false, false])
  assert.equal(report().exhausted, 'bytes')
})

test('once something is used up no connection is opened any more', () => {
  const { meter, open } = ledger()
  meter().spend(11)
  assert.equal(open(), false)
})
