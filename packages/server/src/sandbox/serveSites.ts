import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { siteCertificate } from './serveSitesCertificate.ts'
import { allSites } from './sites/allSites.ts'
import type { Site } from './sites/site.ts'
import type { SandboxWorld } from './world.ts'

/** The sandbox's web sites on loopback. */
export type ServedSites = {
  sites: readonly Site[]
  /** `host:port` of every site → where it is served: what `createEgress` takes as `connectTo`. */
  connectTo: ReadonlyMap<string, string>
  /** PEM of the authority that signed their certificate, made for this run. */
  authority: string
  close(): Promise<void>
}

/**
 * Serves all sites over http and https, told apart by the Host field. Their names are in no DNS: only who is given `connectTo`
 * reaches them.
 * @example const sites = await serveSites(sandboxWorld('ethereum')); createEgress({ allow: [], connectTo: sites.connectTo })
 */
export async function serveSites(world: SandboxWorld): Promise<ServedSites> {
  const sites = allSites(world)
  const byHost = new Map(sites.flatMap((site) => site.hosts.map((host) => [host, site] as const)))
  const hosts = [...byHost.keys()]
  const { cert, key, authority } = siteCertificate(hosts, Date.now())
  const plain = createServer((request, response) => answer(byHost, request, response, false))
  const secure = createTlsServer({ cert, key }, (request, response) => answer(byHost, request, response, true))
  const [plainPort, securePort] = await Promise.all([listen(plain), listen(secure)])
  return {
    sites,
    connectTo: new Map(
      hosts.flatMap((host) => [
        [`${host}:80`, `127.0.0.1:${plainPort}`],
        [`${host}:443`, `127.0.0.1:${securePort}`],
      ]),
    ),
    authority,
    close: async () => void (await Promise.all([stop(plain), stop(secure)])),
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
  const { 'user-agent': userAgent = '', cookie = '' } = headers
  const { status, headers: head, body } = site.answer({ host, path, secure, userAgent, cookie })
  response.writeHead(status, head).end(method === 'HEAD' ? undefined : body)
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
