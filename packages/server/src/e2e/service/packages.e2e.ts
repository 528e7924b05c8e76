import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createImportMap } from '../../testing/browserPage.ts'
import { followOperatorsPath } from '../../testing/operatorsPath.ts'
import { type Packed, packPackages } from '../../testing/packPackages.ts'
import { postgresSchema } from '../../testing/postgresSchema.ts'
import { tryDemo } from '../../testing/tryProgram.ts'
import { findChromium } from '../../web/browser/testing/chromium.ts'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../../../../..')
const README = readFileSync(join(ROOT, 'packages/risk/README.md'), 'utf8')
const [, EXAMPLE = '', PRINTED = ''] = /```js\n([\s\S]*?)```[\s\S]*?It prints:\n\n```\n([\s\S]*?)```/.exec(README) ?? []
const chromium = findChromium()
const schema = await postgresSchema()

// A cheap `npm install`: the tarballs are unpacked, and what they depend on is linked. `npm run try:packs` installs for real.
describe('packed packages, in a folder outside the repository', () => {
  let folder: string
  let packed: Packed[]

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'redoubt-packs-')))
    packed = await packPackages(folder)
    for (const { name, file } of packed) {
      const target = join(folder, 'node_modules', name)
      await mkdir(target, { recursive: true })
      await run('tar', ['-xzf', file, '-C', target, '--strip-components=1'])
    }
    const server = JSON.parse(readFileSync(join(folder, 'node_modules/@redoubt/server/package.json'), 'utf8'))
    for (const name of Object.keys(server.dependencies)) {
      if (name.startsWith('@redoubt/')) continue
      await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true })
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
    }
    const others = ['egress', 'mcp'].flatMap((one) =>
      Object.keys(JSON.parse(readFileSync(join(ROOT, 'packages', one, 'package.json'), 'utf8')).dependencies),
    )
    for (const name of others.filter((one) => !one.startsWith('@redoubt/'))) {
      await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true })
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name)).catch(isThere)
    }
  })
  after(async () => {
    await rm(folder, { recursive: true, force: true })
    await schema?.drop()
  })

  test('hold JavaScript, declarations, data, a README and the licence, and nothing else', () => {
    for (const { name, paths } of packed) {
      assert.ok(paths.includes('README.md') && paths.includes('dist/LICENSE'), name)
      const odd = paths.filter(
        (path) =>
          !/^(package\.json|README\.md|API\.md|bin\/redoubt(-client|-mcp)?\.js|bin\/resolveFast\.js|bundled\/([\w.-]+\.js|(index|package)\.json|licences\.txt)|examples\/[\w-]+\.html|dist\/.+|site\/(docs|dashboard)\/[\w./-]+\.(html|css|js|json|svg|txt))$/.test(
            path,
          ),
      )
      assert.deepEqual(odd, [], name)
      const built = paths.filter((path) => !path.startsWith('site/'))
      const code = built.filter((path) =>
        /(?<!\.d)\.ts$|\.map$|\.(test|e2e)\.|\/(testing|conformance|corpus|samples|bench|torture)\//.test(path),
      )
      assert.deepEqual(code, [], name)
      for (const path of paths.filter((one) => one.endsWith('.js') && one.startsWith('dist/'))) {
        const text = readFileSync(join(folder, 'node_modules', name, path), 'utf8')
        assert.doesNotMatch(text, /from '(node:test|fast-check)|sourceMappingURL/, `${name}/${path}`)
        assert.ok(!text.includes(ROOT), `${name}/${path} holds a path of this machine`)
        // Node 20, Node 22 and older browsers know no modifiers inside of patterns.
        assert.doesNotMatch(text, /\(\?[ims]*-?[ims]+:/, `${name}/${path}`)
      }
      for (const path of paths.filter(
        (one) => one.endsWith('.js') && !one.includes('/injected/') && one.startsWith('dist/'),
      ))
        assert.ok(paths.includes(path.replace(/\.js$/, '.d.ts')), `${name}/${path} has no declaration`)
    }
  })

  test('the server brings its documentation and its dashboard', () => {
    const { paths } = packed.find(({ name }) => name === '@redoubt/server') ?? assert.fail()
    for (const path of ['site/docs/index.html', 'site/dashboard/index.html']) assert.ok(paths.includes(path), path)
    assert.ok(paths.some((path) => /^site\/dashboard\/assets\/.+\.js$/.test(path)))
  })

  test('the server takes dependencies with hundreds of modules from its bundle', async () => {
    const server = join(folder, 'node_modules/@redoubt/server')
    const program = `import { resolveFast } from ${JSON.stringify(pathToFileURL(join(server, 'bin/resolveFast.js')))}
resolveFast(${JSON.stringify(pathToFileURL(join(server, 'dist/cli/main.js')))})
for (const name of ['kysely', 'typebox', 'viem/utils', 'fastify']) console.log(import.meta.resolve(name).split('/').at(-2))`
    await writeFile(join(server, 'dist/resolve.js'), program)
    const { stdout } = await run(process.execPath, [join(server, 'dist/resolve.js')])
    await rm(join(server, 'dist/resolve.js'))
    assert.deepEqual(stdout.trim().split('\n'), ['bundled', 'bundled', 'bundled', 'fastify'])
  })

  test('risk prints what its README says', async () => {
    await writeFile(join(folder, 'example.mjs'), EXAMPLE)
    const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: folder })
    assert.equal(stdout, PRINTED)
  })

  test('risk prints the same in a browser', { skip: chromium.skip }, async () => {
    assert.equal(await printedByBrowser(chromium.path, EXAMPLE), PRINTED)
  })

  test('client verifies a webhook', async () => {
    const [vector] = JSON.parse(readFileSync(join(ROOT, 'packages/client/vectors/webhooks.json'), 'utf8'))
    const { body, event, error: _, ...options } = vector
    const program = `import { verifyWebhook } from '@redoubt/client'
console.log(JSON.stringify(await verifyWebhook(${JSON.stringify(body)}, ${JSON.stringify(options)})))`
    await writeFile(join(folder, 'receiver.mjs'), program)
    const { stdout } = await run(process.execPath, ['receiver.mjs'], { cwd: folder })
    assert.deepEqual(JSON.parse(stdout), event)
  })

  test('server runs its demo: engine, worker threads, fonts and lists are found', async () => {
    const bin = join(folder, 'node_modules/@redoubt/server/bin/redoubt.js')
    const { stdout } = await run(process.execPath, [bin, '--help'], { cwd: folder })
    assert.match(stdout, /Self-hosted risk analysis/)
    await tryDemo({ node: process.execPath, bin, folder })
  })

  test('the path of docs/OPERATIONS.md: two workers on PostgreSQL, and a scan through a proxy', {
    skip: schema === null && 'no PostgreSQL server',
  }, async () => {
    const bin = join(folder, 'node_modules/@redoubt/server/bin/redoubt.js')
    const empty = await postgresSchema()
    try {
      await followOperatorsPath({ folder, bin, databaseUrl: schema?.url ?? '', restoredUrl: empty?.url ?? '' })
    } finally {
      await empty?.drop()
    }
  })

  test('every worker and every module that is loaded by path is built', () => {
    const dist = join(folder, 'node_modules/@redoubt/server/dist')
    const workers = globSync('**/*Worker.js', { cwd: dist }).map((path) => path.split('/').at(-1))
    assert.deepEqual(workers.sort(), [
      'asideWorker.js',
      'bytecodeWorker.js',
      'importWorker.js',
      'pdfWorker.js',
      'pictureWorker.js',
    ])
    const detectors = readdirSync(join(ROOT, 'packages/risk/src/detectors/transaction')).filter((name) =>
      /^[a-z0-9-]+\.ts$/.test(name),
    )
    const built = readdirSync(join(folder, 'node_modules/@redoubt/risk/dist/detectors/transaction'))
    for (const name of detectors) assert.ok(built.includes(name.replace('.ts', '.js')), name)
  })
})

function isThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** Runs a module in Chromium, with an import map and the built `@redoubt/risk` of this checkout; returns what it logged. */
async function printedByBrowser(chromiumPath: string, program: string): Promise<string> {
  const risk = join(ROOT, 'packages/risk/dist/index.js')
  const map = createImportMap(risk, ROOT)
  map.scopes['/'] = { '@redoubt/risk': risk.slice(ROOT.length) }
  const page = `<!doctype html><meta charset="utf-8"><pre></pre>
<script>console.log = (...words) => { document.querySelector('pre').append(words.join(' ') + '\\n') }
addEventListener('error', ({ message }) => console.log(message))
addEventListener('unhandledrejection', ({ reason }) => console.log(reason))</script>
<script type="importmap">${JSON.stringify(map)}</script>
<script type="module">${program}</script>`
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    if (!url.startsWith('/packages/risk/dist/') && !url.startsWith('/node_modules/'))
      return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/javascript' })
    createReadStream(join(ROOT, url))
      .on('error', () => response.destroy())
      .pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const profile = await mkdtemp(join(tmpdir(), 'redoubt-example-'))
  try {
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--user-data-dir=${profile}`,
    ]
    const options = ['--virtual-time-budget=60000', '--dump-dom', `http://127.0.0.1:${port}/`]
    const { stdout } = await run(chromiumPath, [...flags, ...options], { timeout: 120_000 })
    const [, text = ''] = /<pre>([\s\S]*?)<\/pre>/.exec(stdout) ?? []
    return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
