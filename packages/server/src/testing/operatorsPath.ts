import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { startTestChain } from '../evm/simulation/testing/testChain.ts'
import { findNginx, startNginx } from './nginx.ts'

const run = promisify(execFile)
const OPERATIONS = readFileSync(resolve(import.meta.dirname, '../../../../docs/OPERATIONS.md'), 'utf8')
const START_MS = 120_000
/** Not part of the path: the test reads the client's address in the audit log with it. */
const ADMIN_KEY = 'redoubt keys create --plan pro --env test --name admin --scopes admin'
/** Another address of this machine, from which a client comes; and one that it only names. */
const CLIENT = '127.0.0.2'
const CLAIMED = '203.0.113.9'

/**
 * Runs the shell blocks of "From the packages to a scan" in docs/OPERATIONS.md, in a folder where the packages are installed: settings, preflight and
 * a key, the service, and a scan through a proxy; then the block of "Back up and restore" beside the running service. The proxy is nginx with the blocks of "Behind a proxy" where it is installed, and else a stand-in; then the
 * address that the service takes for the client's is looked up in the audit log.
 * @param bin of the server. @param databaseUrl of PostgreSQL. @param restoredUrl of an empty database, for the backup.
 * @returns which proxy it was.
 * @throws AssertionError where a command fails, the scan is not answered or the client is taken for another one.
 */
export async function followOperatorsPath(options: {
  folder: string
  bin: string
  databaseUrl: string
  restoredUrl: string
}): Promise<'nginx' | 'stand-in'> {
  const { folder, bin, databaseUrl, restoredUrl } = options
  const [serving = '', asking = ''] = blocksOf('From the packages to a scan', 'sh')
  const [port, metricsPort] = [await freePort(), await freePort()]
  const now = Math.floor(Date.now() / 1_000)
  const nodes = await Promise.all([1, 56, 137].map((chainId) => startTestChain({ chainId, timestamp: now })))
  const next = [...nodes]
  const own = serving
    .replace('postgres://USER:PASSWORD@localhost/redoubt', `'${databaseUrl}'`)
    .replace(/http:\/\/NODE:\d+/g, () => next.shift()?.url ?? '')
    .replace('METRICS_PORT=9090', `METRICS_PORT=${metricsPort}`)
  assert.ok(own.includes(databaseUrl) && own.includes(String(metricsPort)) && asking.includes('$PROXY/v1/'))
  // What `npm install` would make of the package's `bin`.
  const programs = join(folder, 'programs')
  await mkdir(programs, { recursive: true })
  await writeFile(join(programs, 'redoubt'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`)
  await chmod(join(programs, 'redoubt'), 0o755)
  const env = { PATH: `${programs}:${process.env.PATH ?? ''}`, PORT: String(port), NO_COLOR: '1' }
  // The shell becomes the service, so that a signal reaches it.
  const lines = own.trim().split('\n')
  const script = [
    ...lines.slice(0, -1),
    ADMIN_KEY,
    'printf %s "$REDOUBT_SECRET" > secret',
    `exec ${lines.at(-1) ?? ''}`,
  ].join('\n')
  const service = spawn('sh', ['-ec', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const proxy = await startProxy(port, folder)
  try {
    const [, token = '', admin = ''] = await printed(service, /(svc_test_\w+)[\s\S]*?(?!\1)(svc_test_\w+)\s/)
    await printed(service, /listens on http\S+ with 2 workers/)
    const { stdout } = await run('sh', ['-ec', asking], { env: { ...env, KEY: token, PROXY: proxy.url } })
    const { success, data } = JSON.parse(stdout) as { success: boolean; data?: { riskLevel?: string } }
    assert.ok(success && typeof data?.riskLevel === 'string', stdout)
    await assertClientIsSeen(proxy, admin)
    const { stdout: metrics } = await run('curl', ['-s', `http://127.0.0.1:${metricsPort}/metrics`])
    await backUpAndRestore({ folder, env, databaseUrl, restoredUrl })
    assert.match(metrics, /redoubt_http_requests_total\{[^}]*worker="\d"/)
  } finally {
    await proxy.close()
    await Promise.all(nodes.map((node) => node.close()))
    service.kill('SIGTERM')
    if (service.exitCode === null) await once(service, 'close')
  }
  assert.equal(service.exitCode, 0, outputs.get(service))
  return proxy.kind
}

/** The block of docs/OPERATIONS.md with a file and an empty database of the test; keys of the one are in the other then. */
async function backUpAndRestore({
  folder,
  env,
  databaseUrl,
  restoredUrl,
}: {
  folder: string
  env: Record<string, string>
  databaseUrl: string
  restoredUrl: string
}): Promise<void> {
  const [block = ''] = blocksOf('Back up and restore', 'console')
  const commands = block
    .replaceAll(/\/backups\/[\w.-]+/g, join(folder, 'made.backup'))
    .replace(/^createdb empty\n/m, '')
    .replace('postgres://USER:PASSWORD@localhost/empty', `'${restoredUrl}'`)
  assert.ok(commands.includes(restoredUrl) && !commands.includes('createdb'))
  const own = { ...env, DATABASE_URL: databaseUrl, REDOUBT_SECRET: readFileSync(join(folder, 'secret'), 'utf8') }
  await run('sh', ['-ec', commands], { cwd: folder, env: own })
  const keysAt = async (url: string) => {
    const listed = await run('sh', ['-ec', 'redoubt keys list --json'], {
      cwd: folder,
      env: { ...own, DATABASE_URL: url },
    })
    return (JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id).sort()
  }
  const keys = await keysAt(restoredUrl)
  assert.ok(keys.length >= 2)
  // Those that the proxy's test made are in both, too: the backup came after them.
  assert.deepEqual(keys, await keysAt(databaseUrl))
}

const outputs = new WeakMap<ChildProcess, string>()

/** Waits until a process has printed what matches. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  if (!outputs.has(child)) {
    outputs.set(child, '')
    const take = (chunk: Buffer) => outputs.set(child, `${outputs.get(child)}${chunk}`)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', take)
  }
  const late = AbortSignal.timeout(START_MS)
  for (;;) {
    const found = pattern.exec(outputs.get(child) ?? '')
    if (found) return found
    if (child.exitCode !== null || late.aborted) throw new Error(`It did not print ${pattern}:\n${outputs.get(child)}`)
    await new Promise((again) => setTimeout(again, 100))
  }
}

/** Code blocks of a section of docs/OPERATIONS.md, in order. */
export function blocksOf(section: string, language: string): string[] {
  const start = OPERATIONS.indexOf(`\n## ${section}\n`)
  assert.ok(start >= 0, section)
  const text = OPERATIONS.slice(start + 1).split('\n## ')[0] ?? ''
  const blocks = text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))
  return [...blocks].map(([, block = '']) => block)
}

/** `secure`: the same behind TLS, with the certificate that its client trusts, and where plain requests are sent on from. */
type Proxy = {
  kind: 'nginx' | 'stand-in'
  url: string
  secure: { url: string; certificate: string; plainUrl: string } | null
  close(): Promise<void>
}

async function startProxy(port: number, folder: string): Promise<Proxy> {
  const program = findNginx()
  if (program === null) return startStandIn(port)
  const [locations = '', tls = ''] = blocksOf('Behind a proxy', 'nginx')
  const [plain, redirecting, secure] = [await freePort(), await freePort(), await freePort()]
  const { certificate, close } = await startNginx(program, {
    folder: join(folder, 'nginx'),
    blocks: { locations, tls },
    ports: { service: port, plain, redirecting, tls: secure },
  })
  return {
    kind: 'nginx',
    url: `http://127.0.0.1:${plain}`,
    secure: { url: `https://127.0.0.1:${secure}`, certificate, plainUrl: `http://127.0.0.1:${redirecting}` },
    close,
  }
}

/** Does what the location of nginx in docs/OPERATIONS.md does. */
async function startStandIn(port: number): Promise<Proxy> {
  const server = createServer((incoming, answer) => {
    const { headers, method, url, socket } = incoming
    const forwarded = {
      ...headers,
      'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', '),
      'x-forwarded-proto': 'http',
    }
    if (url === '/metrics') return void answer.writeHead(404).end()
    const onward = request({ port, method, path: url, headers: forwarded }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    kind: 'stand-in',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secure: null,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * A client at another address of this machine, who names a third one in X-Forwarded-For, is that of the connection to the proxy; by TLS as well.
 * The proxy answers no metrics.
 */
async function assertClientIsSeen({ url, secure }: Proxy, key: string): Promise<void> {
  const ask = (base: string, method: string, path: string, body?: object) =>
    askAs(CLIENT, `${base}${path}`, { method, key, body, certificate: secure?.certificate })
  for (const base of [url, ...(secure === null ? [] : [secure.url])]) {
    const made = await ask(base, 'POST', '/v1/auth/keys', { name: 'seen', scopes: ['scan:read'], environment: 'test' })
    assert.equal(made.status, 201, made.text)
    const log = await ask(base, 'GET', '/v1/audit')
    const [entry] = (JSON.parse(log.text) as { data: { entries: { address: string }[] } }).data.entries
    assert.equal(entry?.address, CLIENT, log.text)
    assert.equal((await ask(base, 'GET', '/metrics')).status, 404)
  }
  if (secure === null) return
  const over = await ask(secure.url, 'GET', '/healthz')
  assert.equal(over.headers['strict-transport-security'], 'max-age=31536000')
  const plain = await ask(secure.plainUrl, 'GET', '/healthz')
  assert.deepEqual([plain.status, plain.headers.location], [301, 'https://redoubt.example/healthz'])
}

type Asked = { method: string; key: string; body: object | undefined; certificate: string | undefined }

function askAs(
  localAddress: string,
  url: string,
  { method, key, body, certificate }: Asked,
): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> {
  const headers = {
    host: 'redoubt.example',
    authorization: `Bearer ${key}`,
    'x-forwarded-for': CLAIMED,
    ...(body && { 'content-type': 'application/json' }),
  }
  const tls = { ca: certificate, servername: 'redoubt.example' }
  const send = url.startsWith('https:') ? secureRequest : request
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers, localAddress, agent: false, ...tls }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, text: await readText(answer), headers: answer.headers })
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
