import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rootCertificates } from 'node:tls'
import { createGuard } from './guard.ts'

test('a guard of no more than a list trusts as Node does, and asks the DNS servers of the machine', () => {
  const guard = createGuard({ allow: [] })
  assert.equal(guard.secureContext, undefined)
  assert.equal(guard.nameServers, undefined)
  assert.equal(createGuard({ allow: [], nameServers: null }).nameServers, undefined)
  assert.deepEqual(createGuard({ allow: [], nameServers: ['127.0.0.1:53'] }).nameServers, ['127.0.0.1:53'])
})

test('further authorities have a context of their own', () => {
  const [authority = ''] = rootCertificates
  assert.notEqual(createGuard({ allow: [], authorities: [authority] }).secureContext, undefined)
})

test('the contexts for looking and reading are made once, and are two', () => {
  const guard = createGuard({ allow: [] })
  assert.equal(guard.lookingContext(), guard.lookingContext())
  assert.equal(guard.readingContext(), guard.readingContext())
  assert.notEqual(guard.lookingContext(), guard.readingContext())
})
