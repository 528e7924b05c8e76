import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalEntity } from './parseEntity.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('however it is spelled, an entity has one name', () => {
  for (const text of [ADDRESS, ADDRESS.toLowerCase(), `0x${ADDRESS.slice(2).toUpperCase()}`])
    assert.deepEqual(canonicalEntity(text, 'm'), { entity: ADDRESS, entityType: 'address' })
  assert.deepEqual(canonicalEntity('https://u:p@A.example/x#y', 'm'), {
    entity: 'https://a.example/x',
    entityType: 'url',
  })
})

test('what changes hands, or is nothing, is refused by the name of the member', () => {
  assert.throws(
    () => canonicalEntity('vitalik.eth', 'body.entities[2]'),
    /^ApiError: body\.entities\[2\]: expected an address/,
  )
  assert.throws(() => canonicalEntity('0x1', 'm'), { code: 'VALIDATION_ERROR' })
})
