import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../errors.ts'
import { parseUrl } from '../routes/url.ts'

test('what is left out has its documented default', () => {
  assert.deepEqual(parseUrl({ url: 'https://app.example/swap' }), {
    url: 'https://app.example/swap',
    chain: 'ethereum',
    includeContent: false,
    includeWhois: false,
    browse: false,
    fresh: false,
    deadlineMs: 10_000,
  })
})

test('given members are taken, and the address stays as it was written', () => {
  const options = { includeContent: true, includeWhois: true, browse: true, fresh: true, deadlineMs: 200 }
  const url = 'HTTP://User:Word@App.Example:8080/%7e?x#y'
  assert.deepEqual(parseUrl({ url, chain: 'bsc', options }), { url, chain: 'bsc', ...options })
})

test('what looks like an address and is none is refused', () => {
  for (const url of ['https://a b.example', 'https://[::1', 'https://exa<mple', 'http://a:99999/', 'https://%/'])
    assert.throws(
      () => parseUrl({ url }),
      (error) => error instanceof ApiError && error.code === 'VALIDATION_ERROR' && /^body\.url: /.test(error.message),
      url,
    )
})
