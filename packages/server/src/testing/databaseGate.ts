import { connect, createServer, type Socket } from 'node:net'

/** A way to a database server that can be cut and mended: `url` is that of the database by this way. */
export type DatabaseGate = { url: string; cut(): Promise<void>; mend(): Promise<void> }

/** @param databaseUrl of PostgreSQL. */
export async function startDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const direct = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(direct.port || 5432), direct.hostname)
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as { port: number }
  const url = new URL(databaseUrl)
  Object.assign(url, { hostname: '127.0.0.1', port: String(port) })
  return {
    url: url.href,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await closed
    },
    mend: () => listen(port),
  }
}
