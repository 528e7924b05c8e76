import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Runs after `npm ci`, so that `@redoubt/client` is imported from a clone as from its package, which is built when it is
// packed. Without development dependencies there is no compiler, and commands that ask a service are missing.
const ROOT = join(import.meta.dirname, '..')
const COMPILER = join(ROOT, 'node_modules/.bin/tsc')

if (existsSync(COMPILER))
  execFileSync(COMPILER, ['-p', 'packages/client/tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
