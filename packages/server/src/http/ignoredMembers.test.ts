import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { coerceText } from './coerceText.ts'
import { ignoredMembers } from './ignoredMembers.ts'
import type { SchemaNode } from './schemaNode.ts'

const schema = Type.Object({
  name: Type.String(),
  options: Type.Optional(Type.Object({ fast: Type.Boolean() })),
  list: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
  open: Type.Optional(Type.Object({}, { additionalProperties: true })),
  maybe: Type.Optional(Type.Union([Type.Object({ a: Type.String() }), Type.Null()])),
}) as SchemaNode

describe('ignoredMembers', () => {
  test('names what no schema knows, by its path', () => {
    const body = {
      name: 'n',
      nmae: 1,
      toString: 2,
      options: { fast: true, speed: 9 },
      list: [{ id: 'a' }, { id: 'b', note: 1 }],
      open: { anything: 1 },
      maybe: { a: 'a', b: 'b' },
    }
    assert.deepEqual(ignoredMembers(schema, body), ['nmae', 'toString', 'options.speed', 'list[1].note', 'maybe.b'])
    assert.deepEqual(ignoredMembers(schema, { name: 'n', maybe: null }), [])
  })

  test('names at most fifty, each cut at a hundred characters', () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}`.padStart(500, 'x'), 1]))
    const named = ignoredMembers(schema, body)
    assert.equal(named.length, 50)
    assert.ok(named.every((name) => name.length === 100))
  })
})

describe('coerceText', () => {
  const query = Type.Object({ limit: Type.Integer(), deep: Type.Boolean(), name: Type.String() }) as SchemaNode
  test('reads integers and booleans, leaves the rest for the schema to refuse', () => {
    assert.deepEqual(coerceText(query, { limit: '-07', deep: 'true', name: '7', other: '1' }), {
      limit: -7,
      deep: true,
      name: '7',
      other: '1',
    })
    const refused = { limit: '1.5', deep: 'yes', name: ['a', 'b'] }
    assert.deepEqual(coerceText(query, refused), refused)
  })
})
