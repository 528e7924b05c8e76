import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Runs after `npm ci`, so that the service of a clone has its dashboard. Without development dependencies there is nothing to make it
// with, and /dashboard has no page.
const ROOT = join(import.meta.dirname, '..')
const DASHBOARD = join(ROOT, 'packages/dashboard')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')

if (existsSync(VITE))
  execFileSync(process.execPath, [VITE, 'build', '--logLevel', 'warn'], { cwd: DASHBOARD, stdio: 'inherit' })
