import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openKeyringFile, rotateSecretFile } from './keyring.ts'

test('the secret file is looked at once a second at most', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-keyring-'))
  try {
    const file = join(folder, 'secret')
    let now = 0
    const keyring = await openKeyringFile(
      file,
      async () => {},
      () => now,
    )
    const { id } = keyring.current()
    assert.equal(keyring.refresh(), false)
    rotateSecretFile(file)
    now = 999
    assert.equal(keyring.refresh(), false)
    assert.equal(keyring.current().id, id)
    assert.equal(keyring.refresh('now'), true)
    rotateSecretFile(file)
    now = 1999
    assert.equal(keyring.refresh(), true)
    assert.deepEqual(
      keyring
        .earlier()
        .map((secret) => secret.id)
        .slice(1),
      [id],
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
