import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { checkImports } from './checkImports.ts'

const PACKAGES = 'packages'

/** Rules broken by a tree with these files, as `rule: from → to` without the common path. */
async function broken(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'imports-'))
  try {
    await symlink(join(import.meta.dirname, '../node_modules'), join(root, 'node_modules'))
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, PACKAGES, path)), { recursive: true })
      await writeFile(join(root, PACKAGES, path), content)
    }
    const { modules, violations } = await checkImports(root, ['packages'])
    assert.equal(modules, Object.keys(files).length, 'every module was read')
    return violations.map((line) => line.replaceAll(`${PACKAGES}/`, ''))
  } finally {
    await rm(root, { recursive: true })
  }
}

test('risk must not import node:fs', async () => {
  assert.deepEqual(
    await broken({ 'risk/src/peek.ts': "import { readFileSync } from 'node:fs'\nexport const peek = readFileSync\n" }),
    ['risk-is-pure: risk/src/peek.ts → fs'],
  )
})

test('a type-only import of node is no exception', async () => {
  const [violation] = await broken({
    'risk/src/peek.ts': "import type { Stats } from 'node:fs'\nexport type Peek = Stats\n",
  })
  assert.equal(violation, 'risk-is-pure: risk/src/peek.ts → fs')
})

test('risk may use viem/utils and no other package', async () => {
  assert.deepEqual(await broken({ 'risk/src/hash.ts': "export { keccak256 } from 'viem/utils'\n" }), [])
  const [violation] = await broken({ 'risk/src/client.ts': "export { createPublicClient } from 'viem'\n" })
  assert.match(violation ?? '', /^risk-uses-only-viem-utils: risk\/src\/client\.ts/)
})

test('the layers', async () => {
  const one = 'export const one = 1\n'
  const uses = (path: string) => `export { one } from '${path}'\n`
  const violations = await broken({
    'server/src/evm/rpc/read.ts': one,
    'server/src/store/keys.ts': one,
    'server/src/composition/app.ts': uses('../evm/rpc/read.ts'),
    'server/src/http/route.ts': uses('../evm/rpc/read.ts'),
    'server/src/usecases/scan.ts': uses('../store/keys.ts'),
    'risk/src/rule.ts': uses('../../server/src/usecases/scan.ts'),
    'server/src/evm/other.ts': uses('../composition/app.ts'),
  })
  assert.deepEqual(violations, [
    'evm-imports-only-what-it-may: server/src/evm/other.ts → server/src/composition/app.ts',
    'http-imports-only-what-it-may: server/src/http/route.ts → server/src/evm/rpc/read.ts',
    'only-main-and-cli-import-app: server/src/evm/other.ts → server/src/composition/app.ts',
    'only-roots-import-composition: server/src/evm/other.ts → server/src/composition/app.ts',
    'risk-imports-only-itself: risk/src/rule.ts → server/src/usecases/scan.ts',
    'usecases-imports-only-what-it-may: server/src/usecases/scan.ts → server/src/store/keys.ts',
  ])
})

test('only egress connects, only the simulation and the sandbox spawn', async () => {
  const violations = await broken({
    'egress/src/guardedFetch.ts': "export { connect } from 'node:tls'\n",
    'server/src/web/tls.ts': "export { connect } from 'node:tls'\n",
    'server/src/evm/rpc/post.ts': "export { request } from 'undici'\n",
    'server/src/evm/simulation/child.ts': "export { spawn } from 'node:child_process'\n",
    'server/src/store/dump.ts': "export { spawn } from 'node:child_process'\n",
  })
  assert.equal(violations.length, 3, violations.join('\n'))
  assert.match(violations[0] ?? '', /^only-egress-opens-connections: server\/src\/evm\/rpc\/post\.ts/)
  assert.equal(violations[1], 'only-egress-opens-connections: server/src/web/tls.ts → tls')
  assert.equal(violations[2], 'only-simulation-and-sandbox-spawn: server/src/store/dump.ts → child_process')
})

test('every module that can connect is seen, with or without node:, imported or awaited', async () => {
  const names = ['dgram', 'dns', 'dns/promises', 'http2', 'https', 'net', 'node:dgram', 'node:tls', 'tls']
  const statics = names.map((name) => [`server/src/web/${name.replace(/[:/]/g, '-')}.ts`, `export * from '${name}'\n`])
  const violations = await broken({
    ...Object.fromEntries(statics),
    'server/src/web/http.ts': "export { request } from 'node:http'\n",
    'server/src/web/late.ts': "export const late = await import('node:tls')\n",
    'server/src/web/required.ts': "export const required = require('node:net')\n",
  })
  assert.equal(violations.length, names.length + 3, violations.join('\n'))
})

test('cycles, those of types too', async () => {
  const values = {
    'risk/src/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
    'risk/src/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n",
  }
  assert.match((await broken(values)).join(), /no-cycles/)
  const types = {
    'risk/src/a.ts': "import type { B } from './b.ts'\nexport type A = B | 1\n",
    'risk/src/b.ts': "import type { A } from './a.ts'\nexport type B = A[]\n",
  }
  assert.match((await broken(types)).join(), /^no-cycles/)
})

test('lib is below every folder of the server, and a source does not know the errors of HTTP', async () => {
  const one = 'export const one = 1\n'
  const uses = (path: string) => `export { one } from '${path}'\n`
  const violations = await broken({
    'server/src/errors.ts': one,
    'server/src/domain/sourceErrors.ts': one,
    'server/src/lib/queue.ts': one,
    'server/src/lib/late.ts': uses('../domain/sourceErrors.ts'),
    'server/src/evm/read.ts': uses('../lib/queue.ts'),
    'server/src/web/visit.ts': uses('../domain/sourceErrors.ts'),
    'server/src/store/keys.ts': uses('../errors.ts'),
    'server/src/http/route.ts': uses('../errors.ts'),
    'egress/src/fetch.ts': uses('../../server/src/lib/queue.ts'),
    ...Object.fromEntries(
      ['intel', 'llm', 'render', 'sandbox', 'watch', 'webhooks'].map((name) => [
        `server/src/${name}/ask.ts`,
        uses('../errors.ts'),
      ]),
    ),
  })
  assert.deepEqual(violations, [
    'egress-imports-only-itself: egress/src/fetch.ts → server/src/lib/queue.ts',
    'intel-imports-only-what-it-may: server/src/intel/ask.ts → server/src/errors.ts',
    'lib-imports-only-itself: server/src/lib/late.ts → server/src/domain/sourceErrors.ts',
    'llm-imports-only-what-it-may: server/src/llm/ask.ts → server/src/errors.ts',
    'render-imports-only-what-it-may: server/src/render/ask.ts → server/src/errors.ts',
    'sandbox-imports-only-what-it-may: server/src/sandbox/ask.ts → server/src/errors.ts',
    'store-imports-only-what-it-may: server/src/store/keys.ts → server/src/errors.ts',
    'watch-imports-only-what-it-may: server/src/watch/ask.ts → server/src/errors.ts',
    'webhooks-imports-only-what-it-may: server/src/webhooks/ask.ts → server/src/errors.ts',
  ])
})

test('a test may use node, the program may not use test code', async () => {
  const violations = await broken({
    'risk/src/rule.test.ts':
      "import { test } from 'node:test'\nimport './testing/sampleFacts.ts'\ntest('a rule', () => {})\n",
    'risk/src/testing/sampleFacts.ts': 'export const facts = {}\n',
    'server/src/usecases/scan.ts': "export { facts } from '../../../risk/src/testing/sampleFacts.ts'\n",
  })
  assert.deepEqual(violations, [
    'no-test-code-in-the-program: server/src/usecases/scan.ts → risk/src/testing/sampleFacts.ts',
  ])
})

test('no program loads the list of all networks', async () => {
  const chains = "export { mainnet } from 'viem/chains'\n"
  const violations = await broken({
    'server/src/chains/all.ts': chains,
    'client/src/all.ts': chains,
    'client/src/guard.e2e.ts': chains,
    'server/src/sandbox/testChain.ts': chains,
  })
  assert.deepEqual(
    violations.map((line) => line.split(' → ')[0]),
    ['no-list-of-all-chains: client/src/all.ts', 'no-list-of-all-chains: server/src/chains/all.ts'],
  )
})
