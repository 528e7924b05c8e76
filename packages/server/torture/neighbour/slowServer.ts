import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SlowServer = { url: string; port: number; close(): void }

/** A site and a receiver of webhooks that never finishes an answer: one byte of the body a second. */
export async function startSlowServer(): Promise<SlowServer> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const drip = setInterval(() => response.write(' '), 1_000)
    response.on('close', () => clearInterval(drip))
    response.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
