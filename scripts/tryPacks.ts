import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { blocksOf, followOperatorsPath } from '../packages/server/src/testing/operatorsPath.ts'
import { packPackages } from '../packages/server/src/testing/packPackages.ts'
import { postgresSchema } from '../packages/server/src/testing/postgresSchema.ts'
import { tryDemo, tryServe } from '../packages/server/src/testing/tryProgram.ts'
import { findChromium } from '../packages/server/src/web/browser/testing/chromium.ts'
import { tryVerdict } from './tryVerdict.ts'

// `npm run try:packs`: packs every package, installs the tarballs in empty folders, and runs them under each Node that they promise
// to run on, and the React component under each React. With `-- react` only the latter, with `-- programs` only what `npm install -g` and `npx` give, with `-- path` only the path of docs/OPERATIONS.md. It asks the npm registry, so it is not part of the gate; packages/server/src/e2e/service/packages.e2e.ts is.

const ROOT = join(import.meta.dirname, '..')
const NODES = ['20', '22', '24']
const REACTS = ['18', '19']
/** The oldest Node of the server. */
const SERVER_NEEDS = 22

const run = promisify(execFile)
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`

/** Installs packages into a new folder. Returns the folder. */
function install(folder: string, ...what: string[]): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const flags = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, ...what], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

/** Size of all files of a folder, as they lie on a disk of 4 KB blocks. */
function sizeOf(folder: string): string {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const blocks = files.map((entry) => Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 4096))
  return mb(blocks.reduce((all, one) => all + one, 0) * 4096)
}

async function main(work: string): Promise<void> {
  if (process.argv[2] === 'path') return tryPath(work)
  const packed = await packPackages(work)
  for (const { name, paths, size, unpackedSize } of packed)
    console.log(`${name}: ${paths.length} files, ${mb(size)} packed, ${mb(unpackedSize)} unpacked`)
  const file = (name: string) => packed.find((one) => one.name === `@redoubt/${name}`)?.file ?? ''

  if (process.argv[2] !== 'programs') await tryReacts(work, file('client'))
  if (process.argv[2] === 'react') return

  const programs = ['risk', 'egress', 'client', 'cli', 'mcp', 'server'].map(file)
  await tryPrograms(work, programs)
  if (process.argv[2] === 'programs') return

  const server = install(join(work, 'server'), ...programs)
  const risk = install(join(work, 'risk'), file('risk'))
  const client = install(join(work, 'client'), file('client'))
  for (const folder of [server, risk, client])
    console.log(`installed: ${folder} ${sizeOf(join(folder, 'node_modules'))}`)

  const readme = readFileSync(join(ROOT, 'packages/risk/README.md'), 'utf8')
  const [, example = '', printed = ''] =
    /```js\n([\s\S]*?)```[\s\S]*?It prints:\n\n```\n([\s\S]*?)```/.exec(readme) ?? []
  writeFileSync(join(risk, 'example.mjs'), example)
  cpSync(join(ROOT, 'packages/client/vectors/webhooks.json'), join(client, 'webhooks.json'))
  writeFileSync(join(client, 'receiver.mjs'), RECEIVER)
  writeFileSync(join(client, 'guard.mjs'), GUARD)
  const bin = join(server, 'node_modules/@redoubt/server/bin/redoubt.js')

  for (const version of NODES) {
    const node = join(install(join(work, `node${version}`), `node@${version}`), 'node_modules/node/bin/node')
    const { stdout: exact } = await run(node, ['--version'])
    const said = [`risk ${(await run(node, ['example.mjs'], { cwd: risk })).stdout === printed ? 'ok' : 'DIFFERS'}`]
    said.push(`client ${(await run(node, ['receiver.mjs'], { cwd: client })).stdout.trim()}`)
    said.push(`guard: ${(await run(node, ['guard.mjs'], { cwd: client })).stdout.trim()}`)
    if (Number(version) < SERVER_NEEDS) {
      const ended = await run(node, [bin, '--help']).catch((error: { code: number; stderr: string }) => error)
      assert.ok('code' in ended && ended.code === 1 && /^Redoubt needs Node\.js 22\.19 or newer/.test(ended.stderr))
      said.push(`server exits 1: ${ended.stderr.trim()}`)
    } else {
      const folder = join(server, `data${version}`)
      mkdirSync(folder)
      await tryDemo({ node, bin, folder })
      await tryServe({ node, bin, folder })
      said.push('server: demo, scans, PDF and /readyz ok')
    }
    console.log(`${exact.trim()}: ${said.join('; ')}`)
  }
  mkdirSync(join(work, 'path'))
  await tryPath(join(work, 'path'))
}

/**
 * "From the packages to a scan" of docs/OPERATIONS.md, with its commands of npm as they stand there but for the folder of the tarballs: packed in the
 * clone, installed in an empty folder. Then the service and a scan, where a PostgreSQL server answers.
 */
async function tryPath(work: string): Promise<void> {
  const [block = ''] = blocksOf('From the packages to a scan', 'console')
  const [pack = '', installing = '', ...more] = block.trim().replaceAll('/tmp', work).split('\n')
  assert.deepEqual([pack.split(' ')[1], installing.split(' ')[1], more], ['pack', 'install', []])
  const folder = join(work, 'service')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('sh', ['-ec', pack], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('sh', ['-ec', installing], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const bin = join(folder, 'node_modules/@redoubt/server/bin/redoubt.js')
  const [schema, empty] = [await postgresSchema(), await postgresSchema()]
  if (schema === null || empty === null)
    return console.log('path of docs/OPERATIONS.md: packed and installed; not served: no PostgreSQL answers')
  try {
    const proxy = await followOperatorsPath({ folder, bin, databaseUrl: schema.url, restoredUrl: empty.url })
    console.log(`path of docs/OPERATIONS.md: packed, installed, served by two workers behind ${proxy}, scanned`)
  } finally {
    await Promise.all([schema.drop(), empty.drop()])
  }
}

/** Every program as a person has it after `npm install -g`, and without an installation by `npx`. */
async function tryPrograms(work: string, files: readonly string[]): Promise<void> {
  const prefix = join(work, 'global')
  const flags = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', '--global', '--prefix', prefix, ...flags, ...files], { stdio: 'ignore' })
  const empty = join(work, 'empty')
  mkdirSync(empty)
  const path = `${join(prefix, 'bin')}:${process.env.PATH}`
  const helpOf = (program: string) =>
    run(program, ['--help'], { cwd: empty, env: { ...process.env, PATH: path } }).then(({ stdout }) => stdout)
  const help = await helpOf('redoubt')
  for (const text of [help, await helpOf('redoubt-client'), await helpOf('redoubt-mcp')]) assert.match(text, /usage/i)
  const packages = files.flatMap((file) => ['--package', file])
  const byNpx = await run('npx', ['--yes', ...packages, '--', 'redoubt', '--help'], { cwd: empty })
  assert.equal(byNpx.stdout, help)
  await tryDemo({ node: process.execPath, bin: join(prefix, 'bin/redoubt'), folder: empty })
  console.log(
    'npm install -g and npx: redoubt, redoubt-client and redoubt-mcp ok, demo and scans of the installed one too',
  )
}

/** The component in an application of each React. */
async function tryReacts(work: string, client: string): Promise<void> {
  const { path, skip } = findChromium()
  if (skip !== false) return void console.log(`React: not tried, ${skip}`)
  for (const version of REACTS) {
    const folder = install(join(work, `react${version}`), client, `react@${version}`, `react-dom@${version}`)
    const exact = await tryVerdict({ folder, executablePath: path })
    console.log(`React ${exact}: <Verdict> on a server, in Chromium, by keyboard and by axe ok`)
  }
}

const RECEIVER = `import { readFileSync } from 'node:fs'
import { verifyWebhook } from '@redoubt/client'
const [{ body, event, error, ...options }] = JSON.parse(readFileSync('webhooks.json', 'utf8'))
console.log(JSON.stringify(await verifyWebhook(body, options)) === JSON.stringify(event) ? 'ok' : 'DIFFERS')`

/** Every entry but React's; a service that cannot be reached lets nothing pass. */
const GUARD = `import { createClient, isFinding } from '@redoubt/client'
import { guard } from '@redoubt/client/guard'
import { RedoubtVerdict } from '@redoubt/client/element'
const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_test_a', maxRetries: 0 })
const wallet = guard({ request: async () => '0x1' }, { client })
const from = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const refused = await wallet
  .request({ method: 'eth_sendTransaction', params: [{ from, to: from, value: '0x1' }] })
  .catch((error) => error)
console.log(refused.name, refused.verdict?.status, typeof isFinding, typeof RedoubtVerdict)`

const work = mkdtempSync(join(tmpdir(), 'redoubt-try-'))
try {
  await main(work)
} finally {
  rmSync(work, { recursive: true, force: true })
}
