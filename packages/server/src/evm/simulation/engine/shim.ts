import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { inNameOf, SERVICE_ACCOUNT } from '../../../lib/askingAccount.ts'
import { pauseComputing } from '../../../lib/engineWork.ts'
import { type ShimSource, SLOW_MS } from './scout.ts'
import { answerShimRequest, type ShimAnswer } from './shimMethods.ts'

const MAX_BODY = 1024 * 1024

/** A loopback JSON-RPC server that shows each child exactly one pinned block, out of the shared cache. */
type Shim = {
  /** Opens an unguessable path until `close`. `waitedMs`: for how long at least one of its requests was unanswered, in all. */
  open(
    block: PinnedBlock,
    source: ShimSource,
    account?: string,
    /** Told of each wait that was longer than `SLOW_MS`. */
    onSlow?: () => void,
  ): Promise<{ url: string; waitedMs(): number; close(): void }>
  close(): Promise<void>
}

type Pinned = { block: PinnedBlock; source: ShimSource; account: string; waits: Waits }

export function createShim(deadlineMs: number): Shim {
  const pinned = new Map<string, Pinned>()
  const server = createServer((request, response) => {
    serve(request, response, pinned, deadlineMs).catch(() => response.destroy())
  })
  let listening: Promise<number> | null = null

  function listen(): Promise<number> {
    listening ??= new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () =>
        resolve((server.address() as AddressInfo).port),
      )
    })
    return listening
  }

  return {
    async open(block, source, account = SERVICE_ACCOUNT, onSlow = () => undefined) {
      const port = await listen()
      const path = `/${randomBytes(24).toString('hex')}`
      const waits = createWaits(onSlow)
      pinned.set(path, { block, source, account, waits })
      return {
        url: `http://127.0.0.1:${port}${path}`,
        waitedMs: waits.ms,
        close: () => void pinned.delete(path),
      }
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
  const end = target.waits.begin()
  // The connection itself belongs to no account.
  const asked = inNameOf(target.account, () => (Array.isArray(parsed) ? Promise.all(parsed.map(one)) : one(parsed)))
  const answer = await asked.finally(end)
  const body = JSON.stringify(answer)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

/** Milliseconds in which at least one of several things was waited for. */
type Waits = { begin(): () => void; ms(): number }

function createWaits(onSlow: () => void): Waits {
  let open = 0
  let since = 0
  let done = 0
  let goOn: (() => void) | undefined
  return {
    begin() {
      if (open++ === 0) {
        since = performance.now()
        goOn = pauseComputing()
      }
      return () => {
        if (--open > 0) return
        const took = performance.now() - since
        done += took
        goOn?.()
        if (took >= SLOW_MS) onSlow()
      }
    },
    ms: () => done + (open > 0 ? performance.now() - since : 0),
  }
}
