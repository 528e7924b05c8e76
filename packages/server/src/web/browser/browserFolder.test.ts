import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { makeBrowserFolder, sweepBrowserFolders } from './browserFolder.ts'

test('folders of processes that have ended are removed, and no others', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'redoubt-test-'))
  const own = basename(await makeBrowserFolder(parent))
  const { pid } = spawnSync(process.execPath, ['--version'])
  const left = own.replace(`-${process.pid}-`, `-${pid}-`)
  const elsewhere = left.replace(/browser-[0-9a-f]{8}/, 'browser-00000000')
  for (const name of [left, elsewhere, 'holiday-photos'])
    await mkdir(join(parent, name, 'profile'), { recursive: true })
  await sweepBrowserFolders(parent)
  assert.deepEqual((await readdir(parent)).sort(), [elsewhere, own, 'holiday-photos'].sort())
  await rm(parent, { recursive: true })
})
