import assert from 'node:assert/strict'
import { test } from 'node:test'
import { site } from '../testing/sampleUrl.ts'
import { isSameServer } from './crossings.ts'

test('a path changes nothing; host, port and scheme do', () => {
  const own = site('https://a.example/x')
  assert.ok(isSameServer(own, site('https://a.example/y?z')))
  for (const other of ['https://www.a.example/x', 'https://a.example:8443/x', 'http://a.example/x'])
    assert.ok(!isSameServer(own, site(other)), other)
})
