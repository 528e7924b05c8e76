import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Runs after `npm ci`, so that the service of a clone shows its documentation. Without development dependencies there is nothing
// to make it with, and /docs has no page.
if (existsSync(join(import.meta.dirname, '../node_modules/marked'))) await import('./site/buildSite.ts')
