import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hoistTitled } from './hoistTitled.ts'

const thing = (extra: object = {}) => ({
  type: 'object',
  title: 'Thing',
  properties: { a: { type: 'string' } },
  ...extra,
})

describe('hoistTitled', () => {
  test('names each schema once, inner ones too, and leaves examples alone', () => {
    const outer = { type: 'object', title: 'Outer', properties: { thing: thing() }, examples: [thing()] }
    const document = { paths: { '/a': outer, '/b': { items: thing() } }, components: { schemas: {} } }
    hoistTitled(document)
    assert.deepEqual(document.paths, {
      '/a': { $ref: '#/components/schemas/Outer' },
      '/b': { items: { $ref: '#/components/schemas/Thing' } },
    })
    assert.deepEqual(document.components.schemas, {
      Thing: thing(),
      Outer: { ...outer, properties: { thing: { $ref: '#/components/schemas/Thing' } } },
    })
  })

  test('refuses two schemas of one name', () => {
    const document = { paths: { a: thing(), b: thing({ required: ['a'] }) }, components: { schemas: {} } }
    assert.throws(() => hoistTitled(document), /Two schemas are called Thing/)
  })
})
