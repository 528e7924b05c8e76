import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'

/** Prints the files of ours that a module loads, in a process of its own. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  await import(process.argv[1])
  console.log(loaded.filter((url) => url.includes('/packages/')).join('\\n'))
  process.exit()
`

async function loadedBy(file: string): Promise<string[]> {
  const args = ['--input-type=module', '-e', PROGRAM, join(import.meta.dirname, file)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout.trim().split('\n')
}

const isDetector = (url: string) => /\/risk\/src\/detectors\/[a-z]+\//.test(url)

// Each module that is loaded before the service listens makes every start longer (decision 084).
describe('what is loaded before the service listens', () => {
  test('no detector', async () => {
    const loaded = await loadedBy('app.ts')
    assert.ok(loaded.some((url) => url.endsWith('/composition/app.ts')))
    assert.deepEqual(loaded.filter(isDetector), [])
  })

  test('scans load them', async () => {
    const loaded = await loadedBy('scans.ts')
    assert.ok(loaded.filter(isDetector).length > 100)
  })
})
