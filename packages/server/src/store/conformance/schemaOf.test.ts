import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakingChanges, type SchemaShape } from './schemaOf.ts'

const column = { type: 'text', nullable: false, hasDefault: false }
const keys = (columns: SchemaShape[string]['columns'], unique = ['(id)']): SchemaShape => ({
  keys: { columns, unique },
})
const WAS = keys({ id: column, note: { ...column, nullable: true }, uses: { ...column, hasDefault: true } })
const more = (columns: SchemaShape[string]['columns']) => keys({ ...WAS.keys?.columns, ...columns })

const ADDITIONS: Record<string, SchemaShape> = {
  nothing: WAS,
  'a table': { ...WAS, other: { columns: { id: column }, unique: ['(id)'] } },
  'a column that may be null': more({ hint: { ...column, nullable: true } }),
  'a column with a default': more({ hint: { ...column, hasDefault: true } }),
  'a column that may be null from now on': more({ id: { ...column, nullable: true } }),
  'an index that is gone': keys({ ...WAS.keys?.columns }, []),
}
for (const [what, now] of Object.entries(ADDITIONS))
  test(`an earlier version lives with ${what}`, () => assert.deepEqual(breakingChanges(WAS, now), []))

const { id: _, ...withoutId } = WAS.keys?.columns ?? {}
const BREAKS: Record<string, [SchemaShape, string[]]> = {
  'a dropped table': [{}, ['keys is gone']],
  'a dropped column': [keys(withoutId), ['keys.id is gone']],
  'a renamed column': [
    keys({ ...withoutId, key: column }),
    ['keys.id is gone', 'keys.key is new, must be given and has no default'],
  ],
  'a column that must be given': [more({ hint: column }), ['keys.hint is new, must be given and has no default']],
  'a column that may be null no more': [more({ note: column }), ['keys.note may be null no more']],
  'a default that is gone': [more({ uses: column }), ['keys.uses has no default any more']],
  'another type': [more({ id: { ...column, type: 'bigint' } }), ['keys.id was text and is bigint']],
  'rows that must differ': [keys({ ...WAS.keys?.columns }, ['(id)', '(note)']), ['keys is unique by (note)']],
}
for (const [what, [now, found]] of Object.entries(BREAKS))
  test(`an earlier version does not live with ${what}`, () => assert.deepEqual(breakingChanges(WAS, now), found))
