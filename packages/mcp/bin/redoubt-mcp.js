#!/usr/bin/env node
// No static import and no top-level await: an old Node must parse this file to say that it is too old.
const NEEDED = [22, 19]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `redoubt-mcp needs Node.js ${NEEDED.join('.')} or newer, and this is ${process.version}. Install it from https://nodejs.org.`,
  )
  process.exitCode = 1
} else {
  start()
}

/** Runs the sources in a checkout, the built program in a package. */
async function start() {
  const [{ existsSync }, { fileURLToPath }] = await Promise.all([import('node:fs'), import('node:url')])
  const sources = new URL('../src/main.ts', import.meta.url)
  const built = new URL('../dist/main.js', import.meta.url)
  await import((existsSync(fileURLToPath(sources)) ? sources : built).href)
}
