import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPasswordHasher } from './passwordHasher.ts'

describe('a password hash', () => {
  for (const algorithm of ['argon2id', 'scrypt'] as const)
    test(`${algorithm} verifies its password alone, and is salted`, async () => {
      const hasher = createPasswordHasher(algorithm)
      const [one, other] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')])
      assert.notEqual(one, other)
      assert.ok(one.startsWith(`$${algorithm}$`))
      assert.equal(await createPasswordHasher().verify('correct horse', one), true)
      assert.equal(await hasher.verify('correct horsE', one), false)
      assert.equal(await hasher.verify('correct horse', null), false)
    })

  test('does not depend on how a letter was composed, and a broken one verifies nothing', async () => {
    const hasher = createPasswordHasher()
    assert.equal(await hasher.verify('e\u0301tude en noir', await hasher.hash('\u00e9tude en noir')), true)
    for (const broken of ['', '$argon2id$', '$scrypt$ln=15,r=8,p=3$$', 'correct horse'])
      assert.equal(await hasher.verify('correct horse', broken), false)
  })
})
