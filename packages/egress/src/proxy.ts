import { randomBytes, randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Guard } from './guard.ts'
import { createProxyLedger, type ProxyLimits, type ProxyReport } from './proxyLedger.ts'
import { proxyRequest } from './proxyRequest.ts'
import type { ProxyContext } from './proxyRoute.ts'
import { proxyTunnel } from './proxyTunnel.ts'

/** An HTTP proxy on loopback for one client whose requests strangers steer. */
export type GuardedProxy = {
  /** `http://127.x.y.z:port`, an address that cannot be guessed. */
  url: string
  report(): ProxyReport
  /** Ends every connection. */
  close(): Promise<void>
}

/**
 * Starts a proxy that takes `http://` requests and CONNECT, and goes out by the rules of `guard`, so a program that only knows
 * proxies (a browser) can reach what guardedFetch could, and nothing else. Nothing is kept between its connections.
 *
 * There is no password: a browser would have to be told of it in ways that the page or other users of the machine can see. All of
 * 127.0.0.0/8 is loopback on Linux (RFC 6890), so address and port together are 39 random bits, and gone with the scan.
 * @param reaches narrows what the guard allows, by host as URL writes it.
 */
export async function startProxy(
  guard: Guard,
  limits: ProxyLimits,
  reaches: (hostname: string) => boolean = () => true,
): Promise<GuardedProxy> {
  const closing = new AbortController()
  const context: ProxyContext = { guard, limits, reaches, closing: closing.signal, ledger: createProxyLedger(limits) }
  const server = createServer({ maxHeaderSize: 65_536, headersTimeout: 10_000, requestTimeout: 0 })
  const tunnels = new Set<{ destroy(): void }>()
  server.on('request', (request, response) => void proxyRequest(request, response, context))
  server.on('connect', (request, client, head) => {
    tunnels.add(client)
    client.once('close', () => tunnels.delete(client))
    void proxyTunnel(request, client, head, context)
  })
  // A browser opens WebSockets by CONNECT.
  server.on('upgrade', (_, client) => client.destroy())
  server.on('clientError', (_, client) => client.destroy())
  const address = await listen(server)
  return {
    url: `http://${address.address}:${address.port}`,
    report: context.ledger.report,
    async close() {
      closing.abort()
      for (const tunnel of tunnels) tunnel.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: ReturnType<typeof createServer>): Promise<AddressInfo> {
  const [b = 0, c = 0] = randomBytes(2)
  const host = process.platform === 'linux' ? `127.${b}.${c}.${randomInt(1, 255)}` : '127.0.0.1'
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, () => resolve(server.address() as AddressInfo))
  })
}
