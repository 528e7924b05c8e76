import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'

const headers = { 'content-type': 'application/json' }

/** A proxy that looks at nothing, of the same parts as the service: what any hop costs. */
export async function startPlainProxy(
  target: string,
  http: OperatorFetch,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const answer = await http.fetch({ url: target, method: 'POST', headers, body, deadlineMs: 30_000, maxBytes: 1e8 })
    response.writeHead(answer.status, headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
