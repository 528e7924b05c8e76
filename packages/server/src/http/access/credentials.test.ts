import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { presentedToken, splitApiKey, stripApiKey } from './credentials.ts'

describe('splitApiKey', () => {
  const cases: [string, string, string | null][] = [
    ['/v1/scans', '/v1/scans', null],
    ['/v1/scans?limit=1', '/v1/scans?limit=1', null],
    ['/v1/scans?api_key=K', '/v1/scans', 'K'],
    ['/v1/scans?limit=1&api_key=K&cursor=%2F', '/v1/scans?limit=1&cursor=%2F', 'K'],
    ['/a?%61%70i_key=K', '/a', 'K'],
    ['/a?api_key=K&api_key=L&b', '/a?b', 'K'],
    ['/a?api_key', '/a', ''],
    ['/a?api_key=%zz', '/a', '%zz'],
    ['/a?b=api_key=K', '/a?b=api_key=K', null],
    ['/a?my_api_key=K', '/a?my_api_key=K', null],
  ]
  for (const [given, url, token] of cases) {
    test(given, () => assert.deepEqual(splitApiKey(given), { url, token }))
  }
})

test('stripApiKey leaves the key nowhere on the request but remembers it', () => {
  const request = { url: '/a?api_key=K', originalUrl: '/a?api_key=K', headers: {} }
  const raw = request as unknown as IncomingMessage
  assert.equal(stripApiKey(raw), '/a')
  assert.equal(request.originalUrl, '/a')
  assert.equal(presentedToken(raw), 'K')
})
