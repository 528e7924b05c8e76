import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { generateSecret, parseSecrets } from './secret.ts'

describe('server secrets', () => {
  const hex = '0f'.repeat(32)
  const base64 = Buffer.from(hex, 'hex').toString('base64')

  test('are read as hex in any case and as base64', () => {
    const ids = [hex, hex.toUpperCase(), base64, `\n${hex}\n`].map((text) => parseSecrets(text, 'X')[0].id)
    assert.equal(new Set(ids).size, 1)
  })

  test('may be several, by commas or lines; the first is current', () => {
    const other = generateSecret()
    const [first, second] = parseSecrets(`${hex}, ${other}`, 'X')
    assert.equal(first.id, parseSecrets(hex, 'X')[0].id)
    assert.equal(second?.id, parseSecrets(other, 'X')[0].id)
    assert.equal(parseSecrets(`${hex}\n${other}\n`, 'X').length, 2)
  })

  // Hashes outlive the version that made them. Computed with Python's hmac and hashlib: HKDF of 32 × 0x0f, no salt,
  // info "redoubt/api-key-hash/v1", then HMAC-SHA256 of "svc_live_x".
  test('hash a token as they always did', () => {
    assert.equal(
      parseSecrets(hex, 'X')[0].hashToken('svc_live_x'),
      'e59dd210a4e3ee713243ade678aecc923a1962594f429397951186fdb4d53f67',
    )
  })

  test('hash one token differently under different secrets', () => {
    const hashes = [hex, generateSecret(), generateSecret()].map((s) => parseSecrets(s, 'X')[0].hashToken('t'))
    assert.equal(new Set(hashes).size, 3)
  })

  test('seal text that they alone open, for what it is about, and unchanged', () => {
    const [secret] = parseSecrets(hex, 'X')
    const text = 'https://user:pass@lists.example/päth?key=1'
    const sealed = secret.seal(text, 'list-1')
    assert.equal(secret.unseal(sealed, 'list-1'), text)
    assert.notEqual(secret.seal(text, 'list-1'), sealed, 'never the same twice')
    assert.equal(secret.unseal(sealed, 'list-2'), null)
    assert.equal(parseSecrets(generateSecret(), 'X')[0].unseal(sealed, 'list-1'), null)
    const bytes = Buffer.from(sealed, 'base64')
    for (const place of [0, 12, 28, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      assert.equal(secret.unseal(changed.toString('base64'), 'list-1'), null, `byte ${place}`)
    }
    for (const rubbish of ['', 'x', 'AAAA', bytes.subarray(0, 20).toString('base64')])
      assert.equal(secret.unseal(rubbish, 'list-1'), null)
  })

  for (const bad of ['', ' ', 'abc', 'ab'.repeat(31), 'ab'.repeat(33), `${hex},short`]) {
    test(`${JSON.stringify(bad)} is refused by name, without being repeated`, () => {
      assert.throws(
        () => parseSecrets(bad, 'REDOUBT_SECRET'),
        (error: Error) =>
          error.message.startsWith('REDOUBT_SECRET') && (bad.trim() === '' || !error.message.includes(bad)),
      )
    })
  }
})
