import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { siteCertificates } from './siteCertificates.ts'
import { SITE_CERTIFICATES } from './sites/site.ts'

const NOW = Date.UTC(2026, 10, 1)
const DAY = 86_400_000
const made = siteCertificates(
  SITE_CERTIFICATES.map((kind) => ({ kind, names: [`${kind.replaceAll('_', '-')}.test`, 'b.test'] })),
  NOW,
)
const root = new X509Certificate(made.authority)

test('the certificate of the sandbox’s sites is theirs, in force, and signed by its authority', () => {
  const { cert, key } = made.certificates.find(({ kind }) => kind === 'valid') ?? assert.fail()
  const leaf = new X509Certificate(cert)
  assert.ok(leaf.verify(root.publicKey) && root.verify(root.publicKey))
  assert.ok(leaf.checkIssued(root))
  assert.ok(leaf.checkPrivateKey(createPrivateKey(key)))
  assert.deepEqual([leaf.checkHost('b.test'), leaf.checkHost('c.test')], ['b.test', undefined])
  assert.deepEqual([leaf.ca, root.ca], [false, true])
  assert.ok(leaf.validFromDate.getTime() < NOW - 30 * DAY && leaf.validToDate.getTime() > NOW)
})

test('each other kind has its one fault', () => {
  for (const { kind, cert } of made.certificates) {
    const leaf = new X509Certificate(cert)
    const faults = [
      ...(leaf.validToDate.getTime() < NOW ? ['expired'] : []),
      ...(leaf.validFromDate.getTime() > NOW ? ['not_yet_valid'] : []),
      ...(leaf.verify(leaf.publicKey) ? ['self_signed'] : leaf.verify(root.publicKey) ? [] : ['untrusted']),
      ...(leaf.checkHost('b.test') === undefined ? ['hostname_mismatch'] : []),
    ]
    assert.deepEqual(faults, kind === 'valid' || kind === 'recent' ? [] : [kind])
  }
})
