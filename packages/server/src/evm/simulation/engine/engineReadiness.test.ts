import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEngineReadiness } from './engineReadiness.ts'

test('an engine that tells its version is ready', async () => {
  assert.equal(await createEngineReadiness()(), null)
})

test('an engine that cannot be found or started is told, and why', async () => {
  assert.match((await createEngineReadiness(() => '/nowhere/anvil')()) ?? '', /does not run: .*ENOENT/)
  const missing = createEngineReadiness(() => {
    throw new Error('Cannot find module')
  })
  assert.match((await missing()) ?? '', /does not run: Cannot find module/)
})

test('an engine that was found is not asked again, and a missing one not at once', async () => {
  let asked = 0
  const ready = createEngineReadiness(() => {
    asked++
    return process.execPath
  })
  for (let probe = 0; probe < 3; probe++) assert.equal(await ready(), null)
  assert.equal(asked, 1)
  const missing = createEngineReadiness(() => {
    asked++
    return '/nowhere/anvil'
  })
  for (let probe = 0; probe < 3; probe++) assert.notEqual(await missing(), null)
  assert.equal(asked, 2)
})
