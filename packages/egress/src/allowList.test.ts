import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAllowList } from './publicAddress.ts'

describe('createAllowList', () => {
  it('allows exactly what is written: no other port, no other name of the same address', () => {
    const allow = createAllowList(['Hooks.Office.example:8443', '[::1]:8080'])
    assert.equal(allow.has('hooks.office.example', 8443), true)
    assert.equal(allow.has('[::1]', 8080), true)
    for (const [host, port] of [
      ['hooks.office.example', 443],
      ['office.example', 8443],
      ['::1', 8080],
    ] as const) {
      assert.equal(allow.has(host, port), false, `${host}:${port}`)
    }
    assert.equal(allow.detour('hooks.office.example', 8443), null)
  })

  it('allows no host on all of its ports', () => {
    const allow = createAllowList(['intranet.example', '10.0.0.7'])
    for (const port of [80, 443, 8080]) {
      assert.equal(allow.has('intranet.example', port), false)
      assert.equal(allow.has('10.0.0.7', port), false)
    }
  })

  it('knows where our own sites are, also those that came later', () => {
    const connectTo = new Map([['shop.sandbox.test:443', '127.0.0.1:40443']])
    const allow = createAllowList([], connectTo)
    connectTo.set('shop.sandbox.test:80', '[::1]:40080')
    assert.deepEqual(allow.detour('shop.sandbox.test', 443), { address: '127.0.0.1', port: 40443 })
    assert.deepEqual(allow.detour('shop.sandbox.test', 80), { address: '::1', port: 40080 })
    assert.equal(allow.has('shop.sandbox.test', 443), true)
    assert.equal(allow.detour('shop.sandbox.test', 8080), null)
    assert.equal(allow.has('127.0.0.1', 40443), false)
  })
})
