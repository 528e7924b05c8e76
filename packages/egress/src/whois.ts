import type { Socket } from 'node:net'
import { type Deadline, startDeadline } from './deadline.ts'
import { describeFailure } from './describeFailure.ts'
import { EgressError } from './egressError.ts'
import type { Guard } from './guard.ts'
import { openGuarded } from './openGuarded.ts'
import { checkTarget } from './target.ts'

export type WhoisRequest = {
  /** Host name of the server, with a port when it is not 43 (which then has to be in EGRESS_ALLOW). */
  server: string
  /** One line of printable ASCII. */
  query: string
  /** Total wall-clock time, in milliseconds. */
  deadlineMs: number
  signal?: AbortSignal | undefined
}

/** Asks a WHOIS server (RFC 3912) and reads until it hangs up: at most 64 KB. @throws EgressError */
export type Whois = (request: WhoisRequest) => Promise<string>

const PORTS = new Set([43])
const MAX_BYTES = 65_536
const LINE = /^[!-~]([ -~]{0,253}[!-~])?$/

/** The servers are named by other servers, so strangers steer them: guarded, on port 43 alone. */
export function createWhois(guard: Guard, closing: AbortSignal): Whois {
  return async ({ server, query, deadlineMs, signal }) => {
    const target = checkTarget(`http://${withPort(server)}/`, guard.allow, PORTS)
    if (!LINE.test(query)) {
      throw new EgressError('blocked', `${target.url.host}: a question is one line of printable ASCII.`)
    }
    const deadline = startDeadline(target.url.host, deadlineMs, [signal, closing])
    try {
      const socket = await openGuarded(target, 'http:', guard, deadline)
      try {
        return await deadline.race(ask(socket, query, target.url.host, deadline))
      } finally {
        socket.destroy()
      }
    } catch (error) {
      throw describeFailure(target.url.host, deadline.signal.aborted ? deadline.signal.reason : error)
    } finally {
      deadline.end()
    }
  }
}

async function ask(socket: Socket, query: string, host: string, deadline: Deadline): Promise<string> {
  socket.write(`${query}\r\n`)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    deadline.signal.throwIfAborted()
    size += chunk.length
    if (size > MAX_BYTES) throw new EgressError('too-large', `${host}: the answer is larger than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function withPort(server: string): string {
  return /:\d{1,5}$/.test(server) ? server : `${server}:43`
}
