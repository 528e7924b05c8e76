import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** Prints what a module loads, in a process of its own. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      console.log(url)
      return next(url, context)
    },
  })
  await import(process.argv[1])
`

// Each thread loads its own modules: with viem it was 260 of them and five times the processor time.
test('the thread that reads code loads few modules', async () => {
  const args = ['--input-type=module', '-e', PROGRAM, join(import.meta.dirname, 'analysis/analyseCode.ts')]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const loaded = stdout.trim().split('\n')
  assert.ok(loaded.some((url) => url.endsWith('/analysis/evmole.ts')))
  assert.ok(loaded.length < 50, loaded.join('\n'))
})
