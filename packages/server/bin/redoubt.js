#!/usr/bin/env node
// No static import and no top-level await: an old Node must parse this file to say that it is too old.
const NEEDED = [22, 19]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `Redoubt needs Node.js ${NEEDED.join('.')} or newer, and this is ${process.version}. Install it from https://nodejs.org.`,
  )
  process.exitCode = 1
} else {
  start()
}

/** Runs the sources in a checkout, the built program in a package. */
async function start() {
  const [{ enableCompileCache }, { existsSync }, { fileURLToPath }, { resolveFast }] = await Promise.all([
    import('node:module'),
    import('node:fs'),
    import('node:url'),
    import('./resolveFast.js'),
  ])
  // Types are stripped and code is compiled once, not at each start. Imports run before anything else, so a module of its own turns it
  // on; in JavaScript, because loading what strips types takes a tenth of the start. The cache lies beside the code, where nobody else
  // may write: Node's default is a folder that all users of the machine share. Where it cannot be written, starting takes as long as
  // the first time.
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
  const sources = new URL('../src/cli/main.ts', import.meta.url)
  const built = new URL('../dist/cli/main.js', import.meta.url)
  const { href } = existsSync(sources) ? sources : built
  resolveFast(href)
  await import(href)
}
