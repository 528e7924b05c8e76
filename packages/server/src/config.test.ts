import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig, VARIABLES } from './config.ts'

describe('readConfig', () => {
  test('needs no variable at all', () => {
    const config = readConfig({})
    assert.equal(config.port, 8080)
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.databaseUrl, 'sqlite:./data/redoubt.db')
  })

  test('splits a comma list and leaves the other networks on their public endpoints', () => {
    const config = readConfig({ BSC_RPC_URLS: 'http://a:1 , https://b/path' })
    assert.deepEqual(config.rpcUrls.bsc, ['http://a:1', 'https://b/path'])
    assert.deepEqual(config.rpcUrls.polygon, [])
  })

  const bad: Record<string, string> = {
    PORT: '80 80',
    DATABASE_URL: 'mysql://x',
    REDOUBT_SECRET: 'short',
    ETHEREUM_RPC_URLS: 'ftp://x',
    RPC_TIMEOUT_MS: '1e9',
    SIMULATOR_CHILDREN: '0',
    LOG_LEVEL: 'loud',
  }
  for (const [name, value] of Object.entries(bad)) {
    test(`names ${name} when it holds ${value}`, () => {
      assert.throws(() => readConfig({ [name]: value }), new RegExp(`^Error: ${name}=.*Expected: `))
    })
  }

  test('does not repeat the secret in the error', () => {
    assert.throws(
      () => readConfig({ REDOUBT_SECRET: 'hunter2' }),
      (error: Error) => !error.message.includes('hunter2'),
    )
  })

  test('describes every variable', () => {
    for (const schema of Object.values(VARIABLES)) assert.ok(schema.description.length > 10)
  })
})
