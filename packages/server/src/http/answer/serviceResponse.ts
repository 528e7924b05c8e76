import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from './envelope.ts'

const SECURITY = Object.entries(SECURITY_HEADERS).flat()

type Own = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * What Node makes for each request: it sends the security headers, and what the request was given besides, with whatever its route
 * sends; a header of the route's goes first, also one that was set before. As one flat list, which costs less than merging them into the framework's object.
 */
export class ServiceResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Names in lower case and values, in turn. */
  readonly carried: string[] = []

  override writeHead(status: number, reason?: string | Own, headers?: Own): this {
    if (typeof reason === 'string') return super.writeHead(status, reason, this.#all(headers))
    return super.writeHead(status, this.#all(reason))
  }

  #all(given: Own = {}): string[] {
    const own = Array.isArray(given) ? entriesOf(given) : given
    const names = Object.keys(own)
    const all: string[] = []
    for (const name of names) all.push(name, own[name] as string)
    // Streams set theirs one by one; Node merges this list over them.
    names.push(...this.getHeaderNames())
    addMissing(all, SECURITY, names)
    addMissing(all, this.carried, names)
    return all
  }
}

function entriesOf(list: readonly OutgoingHttpHeader[]): OutgoingHttpHeaders {
  const own: OutgoingHttpHeaders = {}
  for (let place = 0; place < list.length; place += 2) own[String(list[place]).toLowerCase()] = list[place + 1]
  return own
}

function addMissing(all: string[], more: readonly string[], names: readonly string[]): void {
  for (let place = 0; place < more.length; place += 2) {
    const name = more[place] as string
    if (!names.includes(name)) all.push(name, more[place + 1] as string)
  }
}
