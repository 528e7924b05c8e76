import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forbiddenScopes, isOriginEntry, listsOrigin } from './keyOrigins.ts'

test('a key lists https origins as browsers send them, and localhost', () => {
  for (const entry of ['https://app.example', 'https://app.example:8443', 'https://xn--bcher-kva.example'])
    assert.ok(isOriginEntry(entry), entry)
  assert.ok(isOriginEntry('http://localhost:*'))
  for (const entry of [
    'http://app.example',
    'https://app.example/',
    'https://app.example:443',
    'https://App.example',
    'https://bücher.example',
    'https://*.example',
    'https://user@app.example',
    'http://localhost:3000',
    'http://127.0.0.1:*',
    'null',
    '*',
    '',
  ])
    assert.ok(!isOriginEntry(entry), entry)
})

test('only a listed origin is covered', () => {
  const entries = ['https://app.example', 'http://localhost:*']
  for (const origin of ['https://app.example', 'http://localhost', 'http://localhost:5173'])
    assert.ok(listsOrigin(entries, origin), origin)
  for (const origin of [
    undefined,
    'null',
    '',
    'https://app.example.evil.example',
    'https://app.example:8443',
    'http://app.example',
    'https://localhost:5173',
    'http://localhost.evil.example',
    'http://localhost:5173.evil.example',
    'http://localhost:*',
  ])
    assert.ok(!listsOrigin(entries, origin), origin)
  assert.ok(!listsOrigin(['https://app.example'], 'http://localhost:5173'))
})

test('what a public key may not have', () => {
  assert.deepEqual(forbiddenScopes(['scan:read', 'admin', 'webhooks:write'], ['https://a.example']), [
    'admin',
    'webhooks:write',
  ])
  assert.deepEqual(forbiddenScopes(['admin'], null), [])
})
