import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeSwitch, type Taxes } from './judgeSwitch.ts'

const free: Taxes = { buyTax: 0, transferTax: 0, sellTax: 0 }
const effect = (after: Partial<Taxes> & { taken?: number }, before: Taxes = free) =>
  judgeSwitch([], { before, after: { ...before, reason: null, taken: 0, ...after }, named: false })?.effect ?? null

describe('what calls made of trading', () => {
  it('nothing, when all goes on', () => assert.equal(effect({}), null))
  it('a trap: in and not out', () => assert.equal(effect({ sellTax: null }), 'stops-sales'))
  it('a frozen holder, while others buy', () =>
    assert.equal(effect({ sellTax: null, transferTax: null }), 'stops-sales'))
  it('a pause: nothing moves', () =>
    assert.equal(effect({ sellTax: null, transferTax: null, buyTax: null }), 'stops-transfers'))
  it('gifts alone', () => assert.equal(effect({ transferTax: null }), 'stops-transfers'))
  it('five points more', () => assert.equal(effect({ sellTax: 5 }), 'raises-tax'))
  it('less than five points are no matter', () => assert.equal(effect({ sellTax: 4.9 }), null))
  it('on any of the three ways', () => assert.equal(effect({ buyTax: 30 }), 'raises-tax'))
  it('a lower tax is none', () => assert.equal(effect({ sellTax: 1 }, { ...free, sellTax: 30 }), null))
  it('what was taken counts before what cannot be sold any more', () =>
    assert.equal(effect({ sellTax: null, taken: 90 }), 'siphons'))
  it('what could not be sold before was not stopped', () =>
    assert.equal(effect({ sellTax: null }, { ...free, sellTax: null }), null))
  it('names the affected account', () => {
    const judged = judgeSwitch([], {
      before: free,
      after: { ...free, sellTax: 99, reason: null, taken: 0 },
      named: true,
    })
    assert.deepEqual(judged, {
      calls: [],
      effect: 'raises-tax',
      hits: 'named-account',
      before: free,
      after: { ...free, sellTax: 99, reason: null },
    })
  })
})
