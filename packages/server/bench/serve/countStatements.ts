import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to PostgreSQL that counts statements. `url`: of the same database through it. */
export type StatementCount = { url: string; statements(): number; close(): Promise<void> }

/** Bytes of a message before its content: its kind, and a length that counts itself. */
const HEAD = 5
/** Messages that run a statement: Execute and Query ("Message Formats" of the PostgreSQL documentation). */
const RUNS = new Set(['E'.charCodeAt(0), 'Q'.charCodeAt(0)])

/** Starts a proxy in front of the server of a database URL without TLS. */
export async function countStatements(databaseUrl: string): Promise<StatementCount> {
  const server = new URL(databaseUrl)
  let count = 0
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(Number(server.port || 5432), server.hostname)
    const counted = countIn(() => count++)
    client.on('data', counted)
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const through = new URL(databaseUrl)
  Object.assign(through, { hostname: '127.0.0.1', port: String((proxy.address() as AddressInfo).port) })
  return {
    url: through.href,
    statements: () => count,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => proxy.close(closed))
    },
  }
}

/** Reads what a client sends: a first message without a kind, then messages, cut anywhere. */
export function countIn(onStatement: () => void): (chunk: Buffer) => void {
  let kept = Buffer.alloc(0)
  let started = false
  return (chunk) => {
    kept = Buffer.concat([kept, chunk])
    for (;;) {
      const head = started ? HEAD : HEAD - 1
      if (kept.length < head) return
      const size = kept.readUInt32BE(head - 4) + (started ? 1 : 0)
      if (kept.length < size) return
      if (started && RUNS.has(kept[0] ?? 0)) onStatement()
      started = true
      kept = kept.subarray(size)
    }
  }
}
