import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { answerShimRequest, type ShimAnswer } from './shimMethods.ts'

/** A loopback JSON-RPC server that shows each child exactly one pinned block, out of the shared cache. */
export type Shim = {
  /** Opens an unguessable path until `close`. */
  open(block: PinnedBlock, source: ChainSource): Promise<{ url: string; close(): void }>
  close(): Promise<void>
}

type Pinned = { block: PinnedBlock; source: ChainSource }
const MAX_BODY = 1024 * 1024

export function createShim(deadlineMs: number): Shim {
  const pinned = new Map<string, Pinned>()
  const server = createServer((request, response) => {
    serve(request, response, pinned, deadlineMs).catch(() => response.destroy())
  })
  let listening: Promise<number> | null = null

  function listen(): Promise<number> {
    listening ??= new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
    return listening
  }

  return {
    async open(block, source) {
      const port = await listen()
      const path = `/${randomBytes(24).toString('hex')}`
      pinned.set(path, { block, source })
      return { url: `http://127.0.0.1:${port}${path}`, close: () => void pinned.delete(path) }
    },
    async close() {
      pinned.clear()
      if (listening === null) return
      await listening.catch(() => undefined)
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  pinned: Map<string, Pinned>,
  deadlineMs: number,
): Promise<void> {
  const target = pinned.get(request.url ?? '')
  if (!target || request.method !== 'POST') {
    response.writeHead(404).end()
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new Error('request too large')
    chunks.push(chunk)
  }
  const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const signal = AbortSignal.timeout(deadlineMs)
  const one = (item: unknown): Promise<ShimAnswer> => answerShimRequest(item, target.block, target.source, signal)
  const answer = Array.isArray(parsed) ? await Promise.all(parsed.map(one)) : await one(parsed)
  const body = JSON.stringify(answer)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}
