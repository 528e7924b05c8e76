import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'

type RpcCall = { id: number; method: string; params: unknown[] }

/** What is lost: the calls of one HTTP request, counted from 0 since the last `begin`; or all calls of one method. */
export type Loss = { request: number } | { method: string }
/** A JSON-RPC proxy that refuses some calls, as an endpoint does that is out of order for a moment. */
export type LosingProxy = {
  url: string
  /** Counts anew, and loses this from now on; null: nothing. */
  begin(loss: Loss | null): void
  /** Since the last `begin`: methods of each HTTP request, in order, and how many calls were refused. */
  seen(): { requests: readonly string[][]; refused: number }
  close(): Promise<void>
}

export async function startLosingProxy(upstream: string): Promise<LosingProxy> {
  const http = createOperatorFetch()
  let loss: Loss | null = null
  let requests: string[][] = []
  let refused = 0
  const isLost = (place: number, { method }: RpcCall) =>
    loss !== null && ('request' in loss ? loss.request === place : loss.method === method)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const body = JSON.parse(text) as RpcCall | RpcCall[]
    const calls = [body].flat()
    const place = requests.length
    requests.push(calls.map(({ method }) => method))
    const lost = new Set(calls.filter((call) => isLost(place, call)).map(({ id }) => id))
    refused += lost.size
    const answered = await http.fetch({
      url: upstream,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
      deadlineMs: 10_000,
      maxBytes: 2 ** 26,
    })
    const replies = [JSON.parse(answered.body.toString()) as { id: number }]
      .flat()
      .map((reply) =>
        lost.has(reply.id)
          ? { jsonrpc: '2.0', id: reply.id, error: { code: -32_000, message: 'internal error' } }
          : reply,
      )
    response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  }
  const server = createServer((request, response) => {
    // What is under way when it closes ends there.
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin(next) {
      loss = next
      requests = []
      refused = 0
    },
    seen: () => ({ requests, refused }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await http.close()
    },
  }
}
