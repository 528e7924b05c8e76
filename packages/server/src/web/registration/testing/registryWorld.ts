import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { certify } from '@redoubt/egress/testing/selfSigned.ts'
import type { Registration } from '@redoubt/risk/facts/domain.ts'
import { parseSite } from '../../address/parseSite.ts'
import { createRegistration } from '../createRegistration.ts'

export type RegistryWorldOptions = {
  /** IANA's list of RDAP servers, or what is sent in its place. */
  bootstrap?: unknown
  /** Answers of RDAP servers, by `host/path`; what is not there is not found. */
  rdap?: Record<string, unknown>
  /** Answers of WHOIS servers, by host, to the question they are asked. */
  whois?: Record<string, (query: string, socket: Socket) => string | null>
  now?: () => number
}

/** Registries on loopback. */
export type RegistryWorld = {
  /** When the domain of a URL was registered, as a scan learns it. */
  registration(url: string, signal?: AbortSignal): Promise<Registration | null>
  /** What was asked so far: `iana`, `host/path`, `host: question`. */
  asked: string[]
}

const AUTHORITY = { ...certify({ names: [], commonName: 'test authority' }), commonName: 'test authority' }

/**
 * Starts RDAP servers under `*.registry.test` over https, and WHOIS servers under the names given; `whois.root.test` is the
 * root. An RDAP answer that is a function writes what it likes.
 */
export async function withRegistries<T>(
  options: RegistryWorldOptions,
  use: (world: RegistryWorld) => Promise<T>,
): Promise<T> {
  const asked: string[] = []
  const servers: Server[] = []
  const open = new Set<Socket>()
  const listen = async (server: Server) => {
    servers.push(server.on('connection', (socket) => open.add(socket.on('error', () => undefined))))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  const iana = await listen(
    createHttpServer((_, response) => {
      asked.push('iana')
      response.end(JSON.stringify(options.bootstrap ?? { services: [[['test'], ['https://rdap.registry.test/']]] }))
    }),
  )
  const rdap: RequestListener = (request, response) => {
    const path = `${request.headers.host}${request.url}`
    asked.push(path)
    const answer = options.rdap?.[path]
    if (typeof answer === 'function') answer(response)
    else response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}))
  }
  const https = await listen(createHttpsServer(certify({ names: ['*.registry.test'], issuer: AUTHORITY }), rdap))
  const connectTo = new Map(
    ['rdap.registry.test:443', 'registrar.registry.test:443'].map((host) => [host, `127.0.0.1:${https}`]),
  )
  for (const [host, answer] of Object.entries(options.whois ?? {})) {
    const server = createServer((socket) =>
      socket.once('data', (data) => {
        const query = data.toString().trim()
        asked.push(`${host}: ${query}`)
        const text = answer(query, socket)
        if (text !== null) socket.end(text)
      }),
    )
    connectTo.set(`${host}:43`, `127.0.0.1:${await listen(server)}`)
  }
  const egress = createEgress({ allow: [], connectTo, authorities: [AUTHORITY.cert] })
  const registration = createRegistration(egress, {
    bootstrapUrl: `http://127.0.0.1:${iana}/rdap/dns.json`,
    whoisRoot: 'whois.root.test',
    questionMs: 15_000,
    deadlineMs: 30_000,
    now: options.now ?? Date.now,
  })
  const never = new AbortController().signal
  try {
    return await use({ registration: (url, signal = never) => registration(parseSite(url), signal), asked })
  } finally {
    await egress.close()
    for (const socket of open) socket.destroy()
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}
