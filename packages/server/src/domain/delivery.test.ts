import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failsWebhook, newDeliveryStatus, statusAfter } from './delivery.ts'

const delivered = { delivered: true, nextAt: null }
const more = { delivered: false, nextAt: 5 }
const last = { delivered: false, nextAt: null }

describe('the state of a delivery', () => {
  test('it is due at once, or waits while its webhook is failing', () => {
    assert.equal(newDeliveryStatus('active'), 'pending')
    assert.equal(newDeliveryStatus('failing'), 'parked')
  })

  test('an attempt delivers it, leaves it due, or was the last', () => {
    assert.equal(statusAfter('pending', delivered, false), 'delivered')
    assert.equal(statusAfter('pending', more, false), 'pending')
    assert.equal(statusAfter('pending', last, false), 'failed')
  })

  test('an attempt by hand is one: no other follows', () => {
    assert.equal(statusAfter('pending', more, true), 'failed')
    assert.equal(statusAfter('pending', delivered, true), 'delivered')
  })

  test('parked meanwhile, it waits with the others unless it was delivered', () => {
    assert.equal(statusAfter('parked', more, false), 'parked')
    assert.equal(statusAfter('parked', last, false), 'parked')
    assert.equal(statusAfter('parked', delivered, false), 'delivered')
  })

  test('the webhook fails by the last attempt of the schedule alone', () => {
    assert.equal(failsWebhook(last, false), true)
    assert.equal(failsWebhook(last, true), false)
    assert.equal(failsWebhook(more, false), false)
    assert.equal(failsWebhook(delivered, false), false)
  })
})
