import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

// Measures and checks the package of the client as it would be published: `npm --prefix tools/client ci && node tools/client/check.ts`.

const HERE = import.meta.dirname
const CLIENT = join(HERE, '../../packages/client')
/** The whole client; the guard is an entry of its own. */
const MAX_GZIPPED = 10 * 1024
const ENTRIES = {
  'everything of @redoubt/client': `export * from '@redoubt/client'`,
  createClient: `export { createClient } from '@redoubt/client'`,
  'verifyWebhook alone': `export { verifyWebhook } from '@redoubt/client'`,
  'everything of @redoubt/client/guard': `export * from '@redoubt/client/guard'`,
  '@redoubt/client/element': `import '@redoubt/client/element'`,
  '@redoubt/client/react, without React': `export * from '@redoubt/client/react'`,
}

function run(command: string, ...options: string[]): string {
  return execFileSync(join(HERE, 'node_modules/.bin', command), options, { cwd: CLIENT, encoding: 'utf8' })
}

function bundled(program: string): Buffer {
  return execFileSync(
    join(HERE, 'node_modules/.bin/esbuild'),
    ['--bundle', '--external:react', '--minify', '--format=esm', '--target=es2022', '--platform=browser'],
    { cwd: CLIENT, input: program },
  )
}

const folder = mkdtempSync(join(tmpdir(), 'redoubt-client-'))
try {
  for (const [name, program] of Object.entries(ENTRIES)) {
    const bytes = bundled(program)
    const zipped = gzipSync(bytes, { level: 9 }).length
    console.log(`${name}: ${bytes.length} bytes, ${zipped} gzipped`)
    if (zipped > MAX_GZIPPED) process.exitCode = 1
  }
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: CLIENT,
    encoding: 'utf8',
  })
  const [{ filename = '' } = {}] = JSON.parse(packed) as { filename?: string }[]
  console.log(run('publint', '--strict', join(folder, filename)))
  // ES modules only: no CommonJS, and resolution as Node 20 and bundlers do it.
  console.log(run('attw', '--profile', 'esm-only', '--format', 'ascii', join(folder, filename)))
} finally {
  rmSync(folder, { recursive: true })
}
