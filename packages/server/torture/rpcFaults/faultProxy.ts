import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Random } from '../randomOf.ts'
import type { Fault, RpcCall, RpcReply } from './faults.ts'

/** A JSON-RPC proxy that commits a fault in so many of a hundred HTTP requests. */
export type FaultProxy = {
  url: string
  fault: Fault | null
  percent: number
  /** Requests so far, and faults committed. */
  requests: number
  faults: number
  close(): Promise<void>
}

export async function startFaultProxy(upstream: string, random: Random): Promise<FaultProxy> {
  const http = createOperatorFetch()
  const forward = async (body: unknown): Promise<unknown> => {
    const { body: answer } = await http.fetch({
      url: upstream,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      deadlineMs: 10_000,
      maxBytes: 2 ** 26,
    })
    return JSON.parse(answer.toString())
  }
  const headNumber = async () => {
    const reply = (await forward({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })) as RpcReply
    return Number(reply.result)
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as RpcCall | RpcCall[]
    proxy.requests++
    const fault = proxy.fault !== null && random(100) < proxy.percent ? proxy.fault : {}
    if (fault === proxy.fault) proxy.faults++
    const calls = [body].flat()
    const head = fault.ask ? await headNumber() : 0
    const asked = calls.map((call) => fault.ask?.(call, head) ?? call)
    const answered = (await forward(Array.isArray(body) ? asked : asked[0])) as RpcReply | RpcReply[]
    const replies = [answered].flat().map((reply) => {
      const call = calls.find(({ id }) => id === reply.id)
      return { jsonrpc: '2.0', ...((call && fault.reply?.(call, reply)) ?? reply) }
    })
    const text = JSON.stringify(Array.isArray(body) ? replies : replies[0])
    if (fault.send) fault.send(text, response)
    else response.end(text)
  }
  const server = createServer((request, response) => {
    // What is under way when it closes ends there.
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: null,
    percent: 100,
    requests: 0,
    faults: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await http.close()
    },
  }
  return proxy
}
