import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../errors.ts'
import { parseOrigin } from './parseOrigin.ts'

test('a site is kept without what may be private', () => {
  assert.equal(parseOrigin('https://me:pw@App.Example:8443/swap?token=1#frag'), 'https://app.example:8443/swap')
  assert.equal(parseOrigin('https://bücher.example'), 'https://xn--bcher-kva.example/')
  assert.equal(parseOrigin(undefined), null)
})

test('what no browser opens is refused', () => {
  for (const bad of ['http://', 'https://exa mple', 'ftp://a.example', 'https://[::1', 'https://a.example:99999'])
    assert.throws(() => parseOrigin(bad), ApiError, bad)
})
