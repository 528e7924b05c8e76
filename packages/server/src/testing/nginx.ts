import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const START_MS = 30_000

/** Blocks of docs/OPERATIONS.md: locations, and the servers with TLS around them. */
export type NginxBlocks = { locations: string; tls: string }
/** Free ports of this machine. `service`: where Redoubt listens. */
export type NginxPorts = { service: number; plain: number; redirecting: number; tls: number }
/** `certificate`: PEM of the certificate of `redoubt.example`, signed by itself. */
export type RunningNginx = { certificate: string; close(): Promise<void> }

/** The nginx of this machine; null where there is none. */
export function findNginx(): string | null {
  for (const name of ['nginx', '/usr/sbin/nginx'])
    try {
      execFileSync(name, ['-v'], { stdio: 'ignore' })
      return name
    } catch {
      // Not there.
    }
  return null
}

/**
 * Checks (`nginx -t`) and runs nginx with the blocks as the guide has them, but for ports, the paths of the certificate and of the included file.
 * `plain` serves the locations without TLS.
 * @throws Error with nginx's words where it refuses the configuration.
 */
export async function startNginx(
  program: string,
  { folder, blocks, ports }: { folder: string; blocks: NginxBlocks; ports: NginxPorts },
): Promise<RunningNginx> {
  await mkdir(folder, { recursive: true })
  const [locations, key, certificate] = ['locations.conf', 'key.pem', 'fullchain.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=redoubt.example', '-addext', 'subjectAltName=DNS:redoubt.example'],
    ...['-keyout', key, '-out', certificate],
  ])
  await writeFile(
    locations,
    exchanged(blocks.locations, { 'http://127.0.0.1:8080': `http://127.0.0.1:${ports.service}` }),
  )
  const tls = exchanged(blocks.tls, {
    'listen 80;': `listen 127.0.0.1:${ports.redirecting};`,
    'listen 443 ssl': `listen 127.0.0.1:${ports.tls} ssl`,
    '/etc/ssl/redoubt/fullchain.pem': certificate,
    '/etc/ssl/redoubt/key.pem': key,
    '/etc/nginx/redoubt-locations.conf': locations,
  })
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const plain = `server { listen 127.0.0.1:${ports.plain}; include ${locations}; }`
  const config = join(folder, 'nginx.conf')
  await writeFile(
    config,
    ['daemon off;', 'worker_processes 1;', `pid ${join(folder, 'pid')};`, 'error_log stderr warn;', 'events {}']
      .concat('http {', 'access_log off;', ...kept, plain, tls, '}', '')
      .join('\n'),
  )
  const args = ['-p', folder, '-c', config]
  await run(program, ['-t', ...args])
  const nginx = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await Promise.all([ports.plain, ports.redirecting, ports.tls].map((port) => untilOpen(port)))
  return {
    certificate: await readFile(certificate, 'utf8'),
    async close() {
      nginx.kill('SIGQUIT')
      if (nginx.exitCode === null) await once(nginx, 'close')
    },
  }
}

/** @throws Error where the text does not hold what is to be exchanged: the guide was changed. */
function exchanged(text: string, pairs: Record<string, string>): string {
  return Object.entries(pairs).reduce((so, [from, to]) => {
    if (!so.includes(from)) throw new Error(`docs/OPERATIONS.md has no ${from} for nginx any more`)
    return so.replace(from, () => to)
  }, text)
}

async function untilOpen(port: number): Promise<void> {
  const end = Date.now() + START_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const open = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (open) return
    if (Date.now() > end) throw new Error(`nginx does not listen on ${port}`)
    await new Promise((again) => setTimeout(again, 50))
  }
}
