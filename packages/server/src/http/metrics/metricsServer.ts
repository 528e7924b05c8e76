import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a scrape is answered: the text, and its type. */
export type Scrape = () => Promise<{ text: string; contentType: string }>

/** `GET /metrics` on a port of its own, so that the network can keep it from callers of the API. It answers nothing else. */
export type MetricsServer = {
  /** @returns Where it listens, such as `http://127.0.0.1:9090/metrics`. */
  listen(at: { port: number; host: string }): Promise<string>
  close(): Promise<void>
}

export function createMetricsServer(scrape: Scrape): MetricsServer {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?')
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is answered here.\n')
      return
    }
    scrape().then(
      ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics cannot be read now.\n'),
    )
  })
  return {
    listen: ({ port, host }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const { port: taken } = server.address() as AddressInfo
          resolve(`http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`)
        })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
