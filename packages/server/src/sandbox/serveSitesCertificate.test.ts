import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { siteCertificate } from './serveSites.ts'

test('the certificate of the sandbox’s sites is theirs, in force, and signed by its authority', () => {
  const now = Date.UTC(2026, 10, 1)
  const { cert, key, authority } = siteCertificate(['a.test', 'b.test'], now)
  const [leaf, root] = [new X509Certificate(cert), new X509Certificate(authority)]
  assert.ok(leaf.verify(root.publicKey) && root.verify(root.publicKey))
  assert.ok(leaf.checkIssued(root))
  assert.ok(leaf.checkPrivateKey(createPrivateKey(key)))
  assert.deepEqual([leaf.checkHost('b.test'), leaf.checkHost('c.test')], ['b.test', undefined])
  assert.deepEqual([leaf.ca, root.ca], [false, true])
  assert.ok(leaf.validFromDate.getTime() < now && leaf.validToDate.getTime() > now)
})
