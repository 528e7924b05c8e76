import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FOLDER_PREFIX, sweepStaleFolders } from './staleFolders.ts'

/** A process id above what Linux gives out (2^22), so no process has it. */
const ZERO_ADDRESS = 4_194_305

test('folders of dead processes go, all others stay', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'redoubt-stale-'))
  try {
    const dead = FOLDER_PREFIX.replace(`-${process.pid}-`, `-${ZERO_ADDRESS}-`)
    const kept = [`${FOLDER_PREFIX}abc`, `sandbox-00000000-${ZERO_ADDRESS}-abc`, 'sandbox-old', 'else']
    for (const name of [...kept, `${dead}abc`, `${dead}def`]) await mkdir(join(cacheDir, name))
    await writeFile(join(cacheDir, `${dead}abc`, 'spilled'), 'history')
    await sweepStaleFolders(cacheDir)
    assert.deepEqual((await readdir(cacheDir)).sort(), kept.sort())
  } finally {
    await rm(cacheDir, { recursive: true })
  }
})

test('a folder that is not there yet has nothing to sweep', async () => {
  await sweepStaleFolders(join(tmpdir(), 'redoubt-stale-absent'))
})
