import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LIST_FORMATS } from '../packages/server/src/intel/ports.ts'

// CONTRIBUTING.md and the tables of the documentation that people write by hand must not fall behind the code.

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('CONTRIBUTING.md names scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read('CONTRIBUTING.md').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  assert.ok(named.length > 3, 'something was checked')
  assert.deepEqual(
    named.filter((name) => scripts[name] === undefined),
    [],
  )
})

test('the documentation names every event type', () => {
  const { components } = JSON.parse(read('openapi.json'))
  const types = Object.keys(components.schemas.Event.discriminator.mapping)
  const text = read('docs/EVENTS.md') + read('docs/MONITORS.md')
  assert.ok(types.length > 5)
  assert.deepEqual(
    types.filter((type) => !text.includes(`\`${type}\``)),
    [],
  )
})

test('docs/intel.md names every format of lists', () => {
  const text = read('docs/intel.md')
  assert.deepEqual(
    LIST_FORMATS.filter((format) => !text.includes(`\`${format}\``)),
    [],
  )
})
