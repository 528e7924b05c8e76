#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Types are stripped and code is compiled once, not at each start. Imports run before anything else, so a module of its own turns it
// on; in JavaScript, because loading what strips types takes a tenth of the start. The cache lies beside the code, where nobody else
// may write: Node's default is a folder that all users of the machine share. Where it cannot be written, starting takes as long as
// the first time.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))

await import('./main.ts')
