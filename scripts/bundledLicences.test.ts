import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { bundledPackages, licencesText } from './bundledLicences.ts'
import { type LockedPackage, productionPackages } from './licences.ts'

const ROOT = join(import.meta.dirname, '..')

function planted(packages: readonly { name: string; license?: string; text?: string; file?: string }[]) {
  const root = mkdtempSync(join(tmpdir(), 'redoubt-bundled-'))
  const modules = packages.map(({ name, license, text, file = 'LICENSE' }) => {
    const folder = join(root, 'node_modules', name)
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name, version: '1.2.3', license, author: 'A. Author' }),
    )
    if (text !== undefined) writeFileSync(join(folder, file), text)
    return join(folder, 'dist/index.js')
  })
  return { modules, end: () => rmSync(root, { recursive: true }) }
}

test('packages of a bundle are found by their modules, with the text of their licence', () => {
  const { modules, end } = planted([
    { name: '@one/scoped', license: 'MIT', text: 'Copyright One', file: 'LICENSE.md' },
    { name: 'other', license: 'ISC', text: 'Copyright Other', file: 'license' },
    { name: 'without-text', license: 'MIT' },
  ])
  try {
    const found = bundledPackages([...modules, `\0${modules[0]}?commonjs`, '/own/src/main.tsx', '\0virtual:helper'])
    assert.deepEqual(
      found.map(({ name, version, licence, text }) => [name, version, licence, text]),
      [
        ['@one/scoped', '1.2.3', 'MIT', 'Copyright One'],
        ['other', '1.2.3', 'ISC', 'Copyright Other'],
        [
          'without-text',
          '1.2.3',
          'MIT',
          'The package holds no text of its licence. Its package.json names MIT, by A. Author.',
        ],
      ],
    )
    for (const one of ['@one/scoped 1.2.3 (MIT)', 'Copyright Other']) assert.ok(licencesText(found).includes(one))
  } finally {
    end()
  }
})

for (const license of ['GPL-3.0-only', 'LGPL-3.0-or-later', 'BUSL-1.1', 'UNLICENSED', undefined])
  test(`a package under ${license ?? 'no licence'} ends the build by its name`, () => {
    const { modules, end } = planted([
      { name: 'good', license: 'MIT', text: 'x' },
      { name: '@bad/one', ...(license && { license }), text: 'x' },
    ])
    try {
      assert.throws(() => bundledPackages(modules), /@bad\/one 1\.2\.3: /)
    } finally {
      end()
    }
  })

test('packages bundled in the dashboard are in the list of third parties', () => {
  const text = readFileSync(join(ROOT, 'packages/server/site/dashboard/licences.txt'), 'utf8')
  const bundled = [...text.matchAll(/^(\S+ \d\S*) \([^)]+\)$/gm)].map(([, one = '']) => one)
  assert.ok(bundled.some((one) => one.startsWith('react-dom ')))
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const listed = new Set(productionPackages(lock.packages).map(({ name, version }) => `${name} ${version}`))
  assert.deepEqual(
    bundled.filter((one) => !listed.has(one)),
    [],
  )
})
