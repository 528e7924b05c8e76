import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { checkImports } from './checkImports.ts'

const SRC = 'packages/server/src'

/** Rules broken by a tree with these files, as `rule: from → to` without the common path. */
async function broken(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'imports-'))
  try {
    await symlink(join(import.meta.dirname, '../node_modules'), join(root, 'node_modules'))
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, SRC, path)), { recursive: true })
      await writeFile(join(root, SRC, path), content)
    }
    const { modules, violations } = await checkImports(root, ['packages'])
    assert.equal(modules, Object.keys(files).length, 'every module was read')
    return violations.map((line) => line.replaceAll(`${SRC}/`, ''))
  } finally {
    await rm(root, { recursive: true })
  }
}

test('risk must not import node:fs', async () => {
  assert.deepEqual(
    await broken({ 'risk/peek.ts': "import { readFileSync } from 'node:fs'\nexport const peek = readFileSync\n" }),
    ['risk-is-pure: risk/peek.ts → fs'],
  )
})

test('a type-only import of node is no exception', async () => {
  const [violation] = await broken({
    'risk/peek.ts': "import type { Stats } from 'node:fs'\nexport type Peek = Stats\n",
  })
  assert.equal(violation, 'risk-is-pure: risk/peek.ts → fs')
})

test('risk may use viem/utils and no other package', async () => {
  assert.deepEqual(await broken({ 'risk/hash.ts': "export { keccak256 } from 'viem/utils'\n" }), [])
  const [violation] = await broken({ 'risk/client.ts': "export { createPublicClient } from 'viem'\n" })
  assert.match(violation ?? '', /^risk-uses-only-viem-utils: risk\/client\.ts/)
})

test('the layers', async () => {
  const one = 'export const one = 1\n'
  const uses = (path: string) => `export { one } from '${path}'\n`
  const violations = await broken({
    'sources/chain/read.ts': one,
    'store/keys.ts': one,
    'app.ts': uses('./sources/chain/read.ts'),
    'http/route.ts': uses('../sources/chain/read.ts'),
    'scans/scan.ts': uses('../store/keys.ts'),
    'risk/rule.ts': uses('../scans/scan.ts'),
    'sources/other.ts': uses('../app.ts'),
  })
  assert.deepEqual(violations, [
    'http-imports-only-what-it-may: http/route.ts → sources/chain/read.ts',
    'nobody-imports-app: sources/other.ts → app.ts',
    'risk-imports-only-itself: risk/rule.ts → scans/scan.ts',
    'scans-imports-only-what-it-may: scans/scan.ts → store/keys.ts',
    'sources-imports-only-what-it-may: sources/other.ts → app.ts',
  ])
})

test('only egress connects, only the simulation and the demo spawn', async () => {
  const violations = await broken({
    'egress/guardedFetch.ts': "export { connect } from 'node:tls'\n",
    'sources/web/tls.ts': "export { connect } from 'node:tls'\n",
    'sources/chain/post.ts': "export { request } from 'undici'\n",
    'sources/simulation/child.ts': "export { spawn } from 'node:child_process'\n",
    'store/dump.ts': "export { spawn } from 'node:child_process'\n",
  })
  assert.equal(violations.length, 3, violations.join('\n'))
  assert.match(violations[0] ?? '', /^only-egress-opens-connections: sources\/chain\/post\.ts/)
  assert.equal(violations[1], 'only-egress-opens-connections: sources/web/tls.ts → tls')
  assert.equal(violations[2], 'only-simulation-and-demo-spawn: store/dump.ts → child_process')
})

test('every module that can connect is seen, with or without node:, imported or awaited', async () => {
  const names = ['dgram', 'dns', 'dns/promises', 'http2', 'https', 'net', 'node:dgram', 'node:tls', 'tls']
  const statics = names.map((name) => [`sources/web/${name.replace(/[:/]/g, '-')}.ts`, `export * from '${name}'\n`])
  const violations = await broken({
    ...Object.fromEntries(statics),
    'sources/web/http.ts': "export { request } from 'node:http'\n",
    'sources/web/late.ts': "export const late = await import('node:tls')\n",
    'sources/web/required.ts': "export const required = require('node:net')\n",
  })
  assert.equal(violations.length, names.length + 3, violations.join('\n'))
})

test('cycles, unless they are of types only', async () => {
  const values = {
    'risk/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
    'risk/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n",
  }
  assert.match((await broken(values)).join(), /no-cycles/)
  const types = {
    'risk/a.ts': "import type { B } from './b.ts'\nexport type A = B | 1\n",
    'risk/b.ts': "import type { A } from './a.ts'\nexport type B = A[]\n",
  }
  assert.deepEqual(await broken(types), [])
})

test('a test may use node, the program may not use test code', async () => {
  const violations = await broken({
    'risk/rule.test.ts': "import { test } from 'node:test'\nimport './sampleFacts.ts'\ntest('a rule', () => {})\n",
    'risk/sampleFacts.ts': 'export const facts = {}\n',
    'scans/scan.ts': "export { facts } from '../risk/sampleFacts.ts'\n",
  })
  assert.deepEqual(violations, ['no-test-code-in-the-program: scans/scan.ts → risk/sampleFacts.ts'])
})
