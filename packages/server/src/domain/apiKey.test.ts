import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayAct, SCOPES } from './apiKey.ts'

const key = { id: 'key_1', scopes: ['scan:read' as const], operator: false }
const admin = { ...key, scopes: ['admin' as const] }

describe('mayAct', () => {
  test('one of the needed scopes is enough, and another is not', () => {
    assert.equal(mayAct(key, { scopes: ['risk:read', 'scan:read'] }), true)
    assert.equal(mayAct(key, { scopes: ['risk:read'] }), false)
  })

  test('a key with admin needs no other scope', () => {
    for (const scope of SCOPES) assert.equal(mayAct(admin, { scopes: [scope] }), true)
  })

  test('what only operators may, admin of a tenant may not', () => {
    assert.equal(mayAct(admin, { scopes: ['admin'], operator: true }), false)
    assert.equal(mayAct({ ...admin, operator: true }, { scopes: ['admin'], operator: true }), true)
    assert.equal(mayAct({ ...key, operator: true }, { scopes: ['admin'], operator: true }), false)
  })

  test('a key may always act on itself, and on no other', () => {
    assert.equal(mayAct(key, { scopes: ['admin'], keyId: 'key_1' }), true)
    assert.equal(mayAct(key, { scopes: ['admin'], keyId: 'key_2' }), false)
  })
})
