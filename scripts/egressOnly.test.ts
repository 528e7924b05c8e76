import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

// Tests egressOnly.grit and the lint rules of biome.json that keep outbound connections in egress/.

const ROOT = join(import.meta.dirname, '..')

/** Lines of a module about which the linter has something to say of outbound connections. */
async function refused(lines: readonly string[]): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'))
  try {
    await writeFile(join(folder, 'probe.ts'), `${lines.join('\n')}\n`)
    const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
    const options = ['lint', '--reporter=github', '--vcs-enabled=false', `--config-path=${join(ROOT, 'biome.json')}`]
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [biome, ...options, folder], (_, stdout, stderr) => resolve(stdout + stderr))
    })
    const found = output.split('\n').filter((line) => /noRestrictedGlobals|through egress\//.test(line))
    return [...new Set(found.map((line) => Number(/[, ]line=(\d+)/.exec(line)?.[1])))].sort((a, b) => a - b)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the linter sees every way to a connection that needs no forbidden import', async () => {
  const ways = [
    "import http from 'node:http'",
    "import * as all from 'node:http'",
    "import { request } from 'node:http'",
    "import { Agent } from 'node:http'",
    "export const a = fetch('http://x')",
    "export const b = new WebSocket('ws://x')",
    "export const c = globalThis.fetch('http://x')",
    "export const d = global.fetch('http://x')",
    "export const e = globalThis['fe' + 'tch']",
    'export const { fetch: f } = globalThis',
    "export const g = process.getBuiltinModule('node:net')",
    'export const h = [http, all, request, Agent]',
  ]
  assert.deepEqual(
    await refused(ways),
    ways.slice(0, -1).map((_, index) => index + 1),
  )
})

test('and lets servers be', async () => {
  assert.deepEqual(
    await refused([
      "import { createServer, STATUS_CODES } from 'node:http'",
      'export const a = [createServer, STATUS_CODES]',
    ]),
    [],
  )
})
