import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { billOfMaterials } from './billOfMaterials.ts'
import { assertPermissive, isPermissive, type LockedPackage, productionPackages } from './licences.ts'

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

test('an expression is permissive where one of its choices is', () => {
  for (const one of ['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT', 'GPL-2.0 OR BSD-3-Clause'])
    assert.equal(isPermissive(one), true, one)
  for (const one of ['GPL-3.0', 'LGPL-3.0', 'BUSL-1.1', 'MIT AND GPL-3.0', 'UNLICENSED', 'none named', ''])
    assert.equal(isPermissive(one), false, one)
})

test('what an operator installs is permissively licensed', () => {
  const packages = productionPackages(lock.packages)
  assert.ok(packages.length > 100)
  assertPermissive(packages)
})

test('a dependency under another licence is refused by its name, wherever it is installed', () => {
  const [, original = {}] =
    Object.entries(lock.packages).find(([path]) => path.endsWith('node_modules/@uniswap/v3-core')) ?? []
  assert.equal(original.license, 'BUSL-1.1', 'the control is there, for development')
  const shipped = { ...original }
  delete shipped.dev
  for (const path of ['node_modules/@uniswap/v3-core', 'packages/server/node_modules/@uniswap/v3-core'])
    assert.throws(
      () => assertPermissive(productionPackages({ ...lock.packages, [path]: shipped })),
      /@uniswap\/v3-core 1\.0\.1: BUSL-1\.1/,
    )
})

test('the bill of materials has each package that an installation has, and nothing else of other projects', () => {
  const others = billOfMaterials().components.filter((component) => !component['bom-ref'].startsWith('@redoubt/'))
  const expected = productionPackages(lock.packages).map(({ name, version }) => `${name}@${version}`)
  assert.deepEqual(others.map((component) => component['bom-ref']).sort(), expected.sort())
  assert.ok(expected.some((one) => one.startsWith('viem@')))
})
