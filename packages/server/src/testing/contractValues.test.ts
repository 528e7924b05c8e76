import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as detectors from '@redoubt/risk/detectors/index.generated.ts'
import { EVENT_TYPES } from '../domain/event.ts'
import { sandboxWorld } from '../sandbox/world.ts'
import { contractValues, valuesAt } from './contractValues.ts'
import { warningRows } from './warnings/warningRows.ts'

const SOURCE = join(import.meta.dirname, '../../../..')
const texts = globSync('packages/**/*.e2e.ts', { cwd: SOURCE, exclude: ['**/node_modules/**'] })
  .map((path) => readFileSync(join(SOURCE, path), 'utf8'))
  .join('\n')
const isNamedIn = (value: string) => texts.includes(`'${value}'`)

/** Values of the contract that no scan answers. */
const OTHERS = {
  // watch/alerts/transferAlerts.test.ts shows the other one.
  events: EVENT_TYPES.filter((type) => type !== 'monitor.nft_transfer'),
  'status of a webhook': ['active', 'failing'],
  'errors of the contract': ['INVALID_API_KEY', 'EXPIRED_API_KEY', 'INSUFFICIENT_SCOPE', 'RATE_LIMIT_EXCEEDED'],
  entityType: ['wallet', 'contract', 'url', 'transaction'],
}

for (const [name, values] of Object.entries(OTHERS))
  test(`${name}: an end-to-end test names each`, () => {
    assert.deepEqual(
      values.filter((value) => !isNamedIn(value)),
      [],
    )
  })

test('every warning is seen over HTTP: by a row of the tables, or by name in an end-to-end test', () => {
  const world = sandboxWorld('ethereum')
  const shown = new Set([
    ...contractValues(world).flatMap(({ rows }) => rows.map(({ value }) => String(value))),
    ...warningRows(world).flatMap(({ ids }) => ids),
  ])
  const ids = Object.values(detectors).flatMap((list) => list.map(({ id }) => id))
  const unseen = [...new Set(ids)].filter((id) => !shown.has(id) && !isNamedIn(id)).sort()
  assert.deepEqual(unseen, [], 'show a new warning, and an honest twin without it: testing/warnings/')
})

test('members of an answer are read through lists', () => {
  const data = { a: { b: [{ c: 1 }, { c: [2, 3] }] }, d: null }
  assert.deepEqual(valuesAt(data, 'a.b[].c'), [1, 2, 3])
  assert.deepEqual([valuesAt(data, 'd'), valuesAt(data, 'd.e'), valuesAt(data, 'x')], [[null], [], []])
})
