import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { scaffold } from './newDetector.ts'

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'newDetector.ts'), ...args], { encoding: 'utf8' })

test('the scaffold leaves nothing to register and cannot pass by accident', () => {
  const { rule, test: cases } = scaffold('transaction', 'approval-to-nobody')
  assert.match(rule, /id: 'approval-to-nobody'/)
  assert.match(rule, /appliesTo: 'transaction'/)
  assert.match(rule, /why: 'TODO/, 'which the registry test refuses')
  assert.match(cases, /from '\.\/approval-to-nobody\.ts'/)
})

test('the scaffold passes the linter, whatever the id', async () => {
  // In the repository, whose configuration applies; the name is that of no detector.
  const folder = await mkdtemp(join(import.meta.dirname, 'scaffold-'))
  try {
    for (const subject of ['transaction', 'contract', 'url']) {
      const { rule, test: cases } = scaffold(subject, 'permission-to-a-contract-that-nobody-knows')
      await writeFile(join(folder, `${subject}.ts`), rule)
      await writeFile(join(folder, `${subject}.test.ts`), cases)
    }
    const biome = join(import.meta.dirname, '../node_modules/.bin/biome')
    const { status, stdout, stderr } = spawnSync(biome, ['check', '--error-on-warnings', folder], { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('mistakes are named before anything is written', () => {
  assert.match(run('planet', 'some-rule').stderr, /The subject is one of url, contract/)
  assert.match(run('transaction', 'NotKebab').stderr, /kebab-case/)
  assert.match(run('transaction', 'approval-to-eoa').stderr, /approval-to-eoa exists already/)
  assert.equal(run('transaction', 'approval-to-eoa').status, 2)
})
