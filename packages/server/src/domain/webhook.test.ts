import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsWebhook, isWebhookSecret, MAX_ENTITY_BYTES } from './webhook.ts'

test('entities fit by their bytes, as given and as events name them', () => {
  const full = 'x'.repeat(MAX_ENTITY_BYTES)
  assert.equal(fitsWebhook({ spelled: [full], keys: ['x'] }), true)
  assert.equal(fitsWebhook({ spelled: [full, 'x'], keys: ['x', 'x'] }), false)
  assert.equal(fitsWebhook({ spelled: ['x', 'x'], keys: [full, 'x'] }), false)
  assert.equal(fitsWebhook({ spelled: ['é'.repeat(MAX_ENTITY_BYTES / 2 + 1)], keys: [''] }), false)
})

test('a secret is text that every program encodes alike', () => {
  assert.equal(isWebhookSecret('kilo 🦊'), true)
  assert.equal(isWebhookSecret('nul\0'), false)
  assert.equal(isWebhookSecret('half \ud800'), false)
})
