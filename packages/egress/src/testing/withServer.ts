import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEgress, type Egress } from '../createEgress.ts'

/** A server on loopback and an egress that may reach it under `allowed`, but not under its other names. */
export type ServedEgress = { egress: Egress; port: number; allowed: string }

/** Runs `use` against a server that behaves as told, and closes both afterwards. */
export async function withServer<T>(listener: RequestListener, use: (served: ServedEgress) => Promise<T>): Promise<T> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const egress = createEgress({ allow: [`localhost:${port}`] })
  try {
    return await use({ egress, port, allowed: `http://localhost:${port}` })
  } finally {
    await egress.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
