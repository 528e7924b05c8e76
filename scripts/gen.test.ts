import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type GeneratorModule, generate } from './gen.ts'

const pages: GeneratorModule = { default: async () => ({ 'docs/a.md': 'A\n', 'docs/b.md': 'B\n' }), owns: ['docs'] }

test('writes missing files, finds stale ones and removes orphans', async () => {
  const root = await mkdtemp(join(tmpdir(), 'gen-'))
  try {
    assert.deepEqual(await generate(root, [pages], true), ['docs/a.md', 'docs/b.md'])
    assert.deepEqual(await generate(root, [pages], false), ['docs/a.md', 'docs/b.md'])
    assert.deepEqual(await generate(root, [pages], true), [])
    await writeFile(join(root, 'docs/a.md'), 'edited by hand\n')
    await writeFile(join(root, 'docs/gone.md'), 'its detector was deleted\n')
    assert.deepEqual(await generate(root, [pages], true), ['docs/a.md', 'docs/gone.md'])
    assert.equal(await readFile(join(root, 'docs/a.md'), 'utf8'), 'edited by hand\n', 'a check changes nothing')
    await generate(root, [pages], false)
    assert.deepEqual(await generate(root, [pages], true), [])
    await assert.rejects(readFile(join(root, 'docs/gone.md')), { code: 'ENOENT' })
  } finally {
    await rm(root, { recursive: true })
  }
})
