import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { selfSigned } from '@redoubt/egress/testing/selfSigned.ts'
import { ALLOWED, OPERATOR, PORTS, PUBLIC } from './addresses.ts'
import { page } from './pages.ts'

/** The servers behind every address. */
export type World = {
  /** Certificate of the authority that public sites are signed by. */
  authority: string
  /** Connections so far to what must not be reached: `address:port` each. */
  canaries: string[]
}

const WEB = { plain: new Set([80, 8080]), tls: new Set([443, 8443]) }
const WHOIS = 43

/**
 * Listens on every address. A connection to a public site on a port of the web or of WHOIS, to the operator's server or to what is allowed is
 * served; any other is a canary's.
 */
export async function startWorld(): Promise<World> {
  const { cert, key } = selfSigned(['good.test', '*.good.test'])
  const plain = createHttpServer(serve)
  const tls = createHttpsServer({ cert, key }, serve)
  const canaries: string[] = []
  const connected = (socket: Socket) => {
    socket.on('error', () => undefined)
    const address = (socket.localAddress ?? '').replace('::ffff:', '')
    const port = socket.localPort ?? 0
    const own = [OPERATOR, ALLOWED].some((each) => each.address === address && each.port === port)
    const isPublic = PUBLIC.some((each) => each === address)
    if (own || (isPublic && WEB.plain.has(port))) plain.emit('connection', socket)
    else if (isPublic && WEB.tls.has(port)) tls.emit('connection', socket)
    else if (isPublic && port === WHOIS) socket.once('data', () => socket.end('good'))
    else {
      canaries.push(`${address}:${port}`)
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\ncanary')
    }
  }
  for (const port of PORTS) {
    await new Promise<void>((resolve) => createServer(connected).listen(port, '::', 1_024, resolve))
  }
  return { authority: cert, canaries }
}

/** `/to?status=&url=` redirects, `/via?…` redirects to `/to?…` of the same host first, all else is a page of `pages.ts`. */
const serve: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://here')
  response.setHeader('connection', 'close')
  if (url.pathname === '/via') response.writeHead(302, { location: `/to${url.search}` }).end()
  else if (url.pathname === '/to') {
    const location = Buffer.from(url.searchParams.get('url') ?? '').toString('latin1')
    response.writeHead(Number(url.searchParams.get('status')), { location: location.replace(/[\r\n\t\0]/g, '') }).end()
  } else page(request, response, url)
}
