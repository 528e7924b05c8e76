import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSecureContext } from 'node:tls'
import { createRegistry, RDAP_HOST, WHOIS_HOST } from './registry.ts'
import { siteCertificates } from './siteCertificates.ts'
import { SITE_CERTIFICATES, type Site } from './sites/site.ts'

/** Web sites on loopback, under names that only who is given `connectTo` resolves. */
export type ServedHosts = {
  /** Where registrations are asked: the list of RDAP servers (RFC 9224), and the root of WHOIS. */
  registry: { bootstrapUrl: string; whoisRoot: string }
  /** `host:port` of every site → where it is served: what `createEgress` takes as `connectTo`. */
  connectTo: ReadonlyMap<string, string>
  /** PEM of the authority that signed their certificate, made for this run. */
  authority: string
  close(): Promise<void>
}

/** The last two labels of a host. */
function domainOf(host: string): string {
  return host.split('.').slice(-2).join('.')
}

/** Serves sites over http and https, told apart by the Host field, and the registry of their domains. */
export async function serveHosts(all: readonly Site[]): Promise<ServedHosts> {
  const byHost = new Map(all.flatMap((site) => site.hosts.map((host) => [host, site] as const)))
  const registry = createRegistry(all, Date.now())
  // Each domain has a certificate of its own, as it has on the web: one certificate for two says that one owner holds both.
  const named = SITE_CERTIFICATES.flatMap((kind) => {
    const hosts = all.filter(({ certificate = 'valid' }) => certificate === kind).flatMap((site) => site.hosts)
    const byDomain = Map.groupBy(kind === 'valid' ? [RDAP_HOST, ...hosts] : hosts, domainOf)
    return [...byDomain.values()].map((names) => ({ kind, names }))
  })
  const { certificates, authority } = siteCertificates(named, Date.now())
  const contexts = new Map(
    certificates.flatMap(({ names, cert, key }) => {
      const context = createSecureContext({ cert, key })
      return names.map((name) => [name, context] as const)
    }),
  )
  const listener = (secure: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    if (registry.answer(request, response)) return
    answer(byHost, request, response, secure)
  }
  const plain = createServer(listener(false))
  const { cert, key } = certificates[0] ?? { cert: '', key: '' }
  const SNICallback = (name: string, found: (error: null, context?: ReturnType<typeof createSecureContext>) => void) =>
    found(null, contexts.get(name))
  const secure = createTlsServer({ cert, key, SNICallback }, listener(true))
  for (const server of [plain, secure]) server.on('upgrade', acceptSocket)
  const whois = createTcpServer(registry.whois)
  const silent = createTcpServer((socket) => socket.on('error', () => undefined).destroy())
  const open = new Set<Socket>()
  whois.on('connection', (socket) => open.add(socket.once('close', () => open.delete(socket))))
  const [plainPort, securePort, whoisPort, silentPort] = await Promise.all([plain, secure, whois, silent].map(listen))
  const secureAt = ({ certificate }: Site) => (certificate === 'none' ? silentPort : securePort)
  return {
    registry: { bootstrapUrl: `http://127.0.0.1:${plainPort}/rdap/dns.json`, whoisRoot: WHOIS_HOST },
    connectTo: new Map([
      ...[...byHost].flatMap(([host, site]): [string, string][] => [
        [`${host}:80`, `127.0.0.1:${plainPort}`],
        [`${host}:443`, `127.0.0.1:${secureAt(site)}`],
      ]),
      [`${RDAP_HOST}:443`, `127.0.0.1:${securePort}`],
      [`${WHOIS_HOST}:43`, `127.0.0.1:${whoisPort}`],
    ]),
    authority,
    close: async () => {
      for (const server of [plain, secure]) server.closeAllConnections()
      for (const socket of open) socket.destroy()
      await Promise.all([plain, secure, whois, silent].map(stop))
    },
  }
}

function answer(
  byHost: ReadonlyMap<string, Site>,
  { headers, url = '/', method }: IncomingMessage,
  response: ServerResponse,
  secure: boolean,
): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const site = byHost.get(host)
  if (site === undefined) return void response.writeHead(421).end()
  const path = url.replace(/[?#].*$/, '')
  const { 'user-agent': userAgent = '', 'accept-language': language = '', cookie = '', referer = '' } = headers
  const asked = { host, path, secure, userAgent, cookie, language, referer }
  const { status, headers: head, body } = site.answer(asked)
  response.writeHead(status, head).end(method === 'HEAD' ? undefined : body)
}

/** Opens a WebSocket (RFC 6455), and hears whatever is said. */
function acceptSocket({ headers }: IncomingMessage, socket: Duplex): void {
  const key = `${headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const accept = createHash('sha1').update(key).digest('base64')
  const head = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
  ]
  socket.on('error', () => undefined)
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.resume()
}

async function listen(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve)
  })
  return (server.address() as AddressInfo).port
}

async function stop(server: Server | TcpServer): Promise<void> {
  await new Promise((resolve) => server.close(resolve))
}
