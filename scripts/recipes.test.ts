import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LIST_FORMATS } from '../packages/server/src/intel/ports.ts'

// CONTRIBUTING.md and the tables of the documentation that people write by hand must not fall behind the code.

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('CONTRIBUTING.md links to files that exist and names scripts that exist', () => {
  const text = read('CONTRIBUTING.md')
  const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = '']) => link)
  assert.deepEqual(
    links.filter((link) => !/^https?:/.test(link) && !existsSync(join(ROOT, link))),
    [],
  )
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  assert.ok(links.length > 10 && named.length > 3, 'something was checked')
  assert.deepEqual(
    named.filter((name) => scripts[name] === undefined),
    [],
  )
})

test('the documentation names every event type', () => {
  const { components } = JSON.parse(read('openapi.json'))
  const types: string[] = components.schemas.Event.properties.type.enum
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
