import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createPrivately } from './createPrivately.ts'
import { takeServiceLock } from './serviceLock.ts'

const folder = mkdtempSync(join(tmpdir(), 'redoubt-private-'))
after(() => rmSync(folder, { recursive: true }))

test('a file and its folders are made for their owner alone, and left as they are afterwards', () => {
  const file = join(folder, 'a', 'b', 'x.db')
  createPrivately(file)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(join(folder, 'a', 'b')).mode & 0o777, 0o700)
  writeFileSync(file, 'kept')
  createPrivately(file)
  assert.equal(readFileSync(file, 'utf8'), 'kept')
})

test('a place that cannot be written is named with a remedy, also at the start of a service', () => {
  writeFileSync(join(folder, 'file'), '')
  for (const place of ['file/x.db', 'file/b/x.db', '.'])
    assert.throws(
      () => createPrivately(join(folder, place)),
      /cannot be written \((EEXIST|ENOTDIR|EISDIR)\)\. Make the folder, .*DATABASE_URL\.$/,
      place,
    )
  assert.throws(() => takeServiceLock(join(folder, 'file', 'x.db')), /cannot be written/)
})
