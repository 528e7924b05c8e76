import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Runs after `npm ci`: `@redoubt/client` is then imported from a clone as from its package, which is built when it is packed.
// Where what development needs was left out there is no compiler, and nobody who imports it.
const ROOT = join(import.meta.dirname, '..')
const COMPILER = join(ROOT, 'node_modules/.bin/tsc')

if (existsSync(COMPILER))
  execFileSync(COMPILER, ['-p', 'packages/client/tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
