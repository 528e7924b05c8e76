import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startTestChain } from '../evm/simulation/testing/testChain.ts'

const run = promisify(execFile)
const OPERATIONS = readFileSync(resolve(import.meta.dirname, '../../../../docs/OPERATIONS.md'), 'utf8')
const START_MS = 120_000

/**
 * Runs the shell blocks of "From the packages to a scan" in docs/OPERATIONS.md, in a folder where the packages are installed: settings, preflight and
 * a key, the service, and a scan through a proxy.
 * @param bin of the server. @param databaseUrl of PostgreSQL.
 * @throws AssertionError where a command fails or the scan is not answered.
 */
export async function followOperatorsPath(options: {
  folder: string
  bin: string
  databaseUrl: string
}): Promise<void> {
  const { folder, bin, databaseUrl } = options
  const section = /## From the packages to a scan\n([\s\S]*?)\n## /.exec(OPERATIONS)?.[1] ?? ''
  const [serving = '', asking = ''] = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
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
  const script = [...lines.slice(0, -1), `exec ${lines.at(-1) ?? ''}`].join('\n')
  const service = spawn('sh', ['-ec', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const proxy = await startProxy(port)
  try {
    const [, token = ''] = await printed(service, /(svc_test_\w+)/)
    await printed(service, /listens on http\S+ with 2 workers/)
    const { stdout } = await run('sh', ['-ec', asking], { env: { ...env, KEY: token, PROXY: proxy.url } })
    const { success, data } = JSON.parse(stdout) as { success: boolean; data?: { riskLevel?: string } }
    assert.ok(success && typeof data?.riskLevel === 'string', stdout)
    const { stdout: metrics } = await run('curl', ['-s', `http://127.0.0.1:${metricsPort}/metrics`])
    assert.match(metrics, /redoubt_http_requests_total\{[^}]*worker="\d"/)
  } finally {
    proxy.close()
    await Promise.all(nodes.map((node) => node.close()))
    service.kill('SIGTERM')
    if (service.exitCode === null) await once(service, 'close')
  }
  assert.equal(service.exitCode, 0, outputs.get(service))
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

/** Does what the location of nginx in docs/OPERATIONS.md does. */
async function startProxy(port: number): Promise<{ url: string; close(): void }> {
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
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
