import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { unknownMembers } from './refuseUnknownMembers.ts'
import type { SchemaNode } from './schemaNode.ts'
import { coerceText } from './validate.ts'

const schema = Type.Object({
  name: Type.String(),
  options: Type.Optional(Type.Object({ fast: Type.Boolean() })),
  list: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
  open: Type.Optional(Type.Object({}, { additionalProperties: true })),
  any: Type.Optional(Type.Unsafe<unknown>({ description: 'Anything.' })),
  maybe: Type.Optional(Type.Union([Type.Object({ a: Type.String() }), Type.Null()])),
  either: Type.Optional(Type.Union([Type.Array(Type.Object({ b: Type.String() })), Type.Object({ c: Type.String() })])),
  dictionary: Type.Optional(Type.Record(Type.String(), Type.String())),
}) as unknown as SchemaNode

const paths = (value: unknown) => unknownMembers(schema, value).map(({ path }) => path)

describe('unknownMembers', () => {
  test('finds what no schema knows, by its path', () => {
    const body = {
      name: 'n',
      nmae: 1,
      toString: 2,
      options: { fast: true, speed: 9 },
      list: [{ id: 'a' }, { id: 'b', note: 1 }],
      open: { anything: 1 },
      any: { thing: { at: ['all'] } },
      maybe: { a: 'a', b: 'b' },
      dictionary: { anything: 'goes' },
    }
    assert.deepEqual(paths(body), ['nmae', 'toString', 'options.speed', 'list[1].note', 'maybe.b'])
    assert.deepEqual(paths({ name: 'n', maybe: null }), [])
  })

  test('of several alternatives those that have the shape of the value are meant', () => {
    assert.deepEqual(paths({ either: [{ b: 'b' }, { c: 'c' }] }), ['either[1].c'])
    assert.deepEqual(paths({ either: { c: 'c', b: 'b' } }), ['either.b'])
  })

  test('a name with a dot is no path', () => {
    assert.deepEqual(paths({ 'options.speed': 1, 'list[0].x': 1 }), ['"options.speed"', '"list[0].x"'])
  })

  test('at most fifty, long names cut, hostile characters and empty names shown', () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}`.padStart(500, 'x'), 1]))
    assert.equal(paths(body).length, 50)
    assert.ok(paths(body).every((path) => path === `${'x'.repeat(60)}…`))
    assert.deepEqual(paths({ 'a\u202eb\u0000c\ud800\n': 1, '': 1 }), ['a\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}', '""'])
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
