import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundleDependencies, SPECIFIERS } from './bundleDependencies.ts'

const SERVER = pathToFileURL(join(import.meta.dirname, '../packages/server/src/main.ts')).href

let folder = ''
let index: Record<string, { package: string; version: string; file: string }> = {}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-bundle-'))
  await bundleDependencies(folder)
  index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))
})
after(() => rm(folder, { recursive: true, force: true }))

for (const specifier of SPECIFIERS)
  test(`the bundle of ${specifier} exports what the package exports`, async () => {
    const { file = '' } = index[specifier] ?? {}
    const bundled = await import(pathToFileURL(join(folder, file)).href)
    const installed = await import(import.meta.resolve(specifier, SERVER))
    assert.deepEqual(Object.keys(bundled).sort(), Object.keys(installed).sort())
  })

test('the versions are those of package-lock.json', async () => {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
  for (const { package: name, version } of Object.values(index))
    assert.equal(version, lock.packages[`node_modules/${name}`].version, name)
})

test('every package whose code is in the bundle has its licence beside it', async () => {
  const licences = await readFile(join(folder, 'licences.txt'), 'utf8')
  for (const name of ['@noble/curves', 'kysely', 'typebox', 'uuid', 'viem'])
    assert.match(licences, new RegExp(`^${name} [\\d.]+ \\(MIT\\)$`, 'm'))
})
