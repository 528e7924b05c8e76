import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VARIABLES } from './environment.ts'
import { unknownVariables } from './unknownVariables.ts'

const MISSPELT: Record<string, string> = {
  ETHERUM_RPC_URLS: 'ETHEREUM_RPC_URLS',
  ETHEREUM_RPC_URL: 'ETHEREUM_RPC_URLS',
  ETHEREUM_RCP_URLS: 'ETHEREUM_RPC_URLS',
  POLYGON_RPCURLS: 'POLYGON_RPC_URLS',
  DATABSE_URL: 'DATABASE_URL',
  DATABASE_URI: 'DATABASE_URL',
  database_url: 'DATABASE_URL',
  TRUSTED_PROXY: 'TRUSTED_PROXIES',
  LOGLEVEL: 'LOG_LEVEL',
  SCAN_RETENTION_DAY: 'SCAN_RETENTION_DAYS',
  RPC_TIMEOUT: 'RPC_TIMEOUT_MS',
  REDOUBT_SECRETS: 'REDOUBT_SECRET',
  REDOUBT_LOG_LEVEL: 'LOG_LEVEL',
  REDOUBT_PORT: 'PORT',
  REDOUBT_HOST: 'HOST',
  REDOUBT_DATABASE_URL: 'DATABASE_URL',
}

/** Of shells, containers, other programs, and of our own clients. */
const OTHERS: NodeJS.ProcessEnv = Object.fromEntries([
  ...`PATH HOME HOSTNAME LOGNAME LANG TERM SHLVL USER MAIL NODE_ENV NODE_OPTIONS CI BASE_URL DATABASE PGHOST PGPORT
  POST OPENAI_API_KEY HTTP_PROXY HTTPS_PROXY NO_PROXY CHROME_PATH DEBUG TZ
  REDOUBT_API_KEY REDOUBT_API_KEY_FILE REDOUBT_URL REDOUBT_MCP_TOKEN REDOUBT_DATA
  REDOUBT_SERVICE_HOST REDOUBT_SERVICE_PORT REDOUBT_SERVICE_PORT_HTTP REDOUBT_PORT_8080_TCP
  REDOUBT_PORT_8080_TCP_ADDR`
    .split(/\s+/)
    .map((name) => [name, '1']),
  ['REDOUBT_PORT', 'tcp://10.0.0.1:8080'],
])

describe('variables that nothing reads', () => {
  for (const [name, meant] of Object.entries(MISSPELT))
    test(`${name} is told, with ${meant}`, () =>
      assert.deepEqual(unknownVariables({ [name]: '1' }), [
        `${name} is set, and nothing reads it; did you mean ${meant}?`,
      ]))

  test('an unknown REDOUBT_ variable and an unknown network are told', () => {
    const [ours, network] = unknownVariables({ REDOUBT_COLOUR: 'red', ZORA_RPC_URL: 'https://a.example' }).reverse()
    assert.match(network ?? '', /^REDOUBT_COLOUR is set, .*settings/)
    assert.match(ours ?? '', /^ZORA_RPC_URL is set, .*ETHEREUM_RPC_URLS, BSC_RPC_URLS/)
  })

  test('settings, other programs and what orchestrators set are not', () => {
    const settings = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '1']))
    assert.deepEqual(unknownVariables({ ...settings, ...OTHERS }), [])
    assert.deepEqual(unknownVariables(OTHERS), [])
    assert.deepEqual(unknownVariables({ DATABSE_URL: ' ', LOGLEVEL: undefined }), [])
  })

  test('one beside the right one is of another program', () =>
    assert.deepEqual(unknownVariables({ ETHEREUM_RPC_URL: 'a', ETHEREUM_RPC_URLS: 'b' }), []))
})
