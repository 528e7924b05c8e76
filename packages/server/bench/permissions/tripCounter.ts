import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'

/** A proxy in front of a node that counts what waited for what: a call that began after another one's end may have needed its answer. */
export type TripCounter = {
  url: string
  /** Calls so far. */
  count(): number
  /** The most calls one after the other: at a network's delay, that many delays are waited for. */
  longest(): number
  close(): Promise<void>
}

const DEADLINE_MS = 30_000
/** So that calls of one moment overlap. */
const DELAY_MS = 5

export async function startTripCounter(
  upstream: string,
  http: ReturnType<typeof createOperatorFetch>,
): Promise<TripCounter> {
  const calls: { began: number; ended: number; methods: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const began = performance.now()
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
    const answer = await http
      .fetch({
        url: upstream,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        deadlineMs: DEADLINE_MS,
        maxBytes: 1e8,
      })
      .catch(() => null)
    calls.push({ began, ended: performance.now(), methods: methodsOf(body) })
    response.writeHead(answer === null ? 502 : 200, { 'content-type': 'application/json' }).end(answer?.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => calls.length,
    longest: () => longestChain(calls),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function methodsOf(body: string): string {
  const calls = [JSON.parse(body)].flat() as { method: string }[]
  return [...new Set(calls.map(({ method }) => method))].join()
}

/** Length of the longest chain of intervals that do not overlap: as many as end before the next begins. */
function longestChain(calls: readonly { began: number; ended: number }[]): number {
  let [chain, free] = [0, 0]
  for (const { began, ended } of calls.toSorted((a, b) => a.ended - b.ended))
    if (began >= free) {
      chain += 1
      free = ended
    }
  return chain
}
