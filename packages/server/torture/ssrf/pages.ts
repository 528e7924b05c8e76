import type { IncomingMessage, ServerResponse } from 'node:http'

const RDAP = 'application/rdap+json'
const HTML = { 'content-type': 'text/html; charset=utf-8' }

/**
 * `/refresh?url=`, `/meta?url=` and `/script?url=` lead on in the ways of pages, `/rdap?url=` refers to a registrar's server; all
 * else is good, and tells what credentials it was sent; to who asks for a picture it calls itself one.
 */
export function page(request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL): void {
  const url = searchParams.get('url') ?? ''
  if (pathname === '/refresh') {
    const latin = Buffer.from(url)
      .toString('latin1')
      .replace(/[\r\n\t\0]/g, '')
    response.writeHead(200, { ...HTML, refresh: `0; url=${latin}` }).end()
  } else if (pathname === '/meta') {
    response.writeHead(200, HTML).end(`<meta http-equiv="refresh" content="0; url=${escaped(url)}">`)
  } else if (pathname === '/script') {
    response.writeHead(200, HTML).end(`<script>location.replace(${JSON.stringify(url)})</script>`)
  } else if (pathname === '/rdap') {
    response.end(JSON.stringify(domain({ links: [{ rel: 'related', type: RDAP, href: url }] })))
  } else if (request.headers.accept?.includes(RDAP)) {
    const events = [{ eventAction: 'registration', eventDate: '2024-03-01T00:00:00Z' }]
    response.end(JSON.stringify(domain({ events })))
  } else {
    const type = request.headers.accept?.startsWith('image/') ? { 'content-type': 'image/png' } : HTML
    response.writeHead(200, type).end(`good ${request.headers.authorization ?? 'nobody'}`)
  }
}

function domain(more: object): object {
  return { objectClassName: 'domain', ldhName: 'good.test', ...more }
}

/** Text within an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
