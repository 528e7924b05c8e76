import { Resolver } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { type Deadline, startDeadline } from './deadline.ts'
import { describeFailure, EgressError } from './egressError.ts'
import type { Guard } from './guard.ts'
import { createGuardedFetch, type GuardedFetch } from './guardedFetch.ts'
import { openGuarded } from './guardedHop.ts'
import { createInspectTls, type InspectTls } from './inspectTls.ts'
import { isPublicAddress } from './publicAddress.ts'
import { checkTarget } from './target.ts'

const MAX_ADDRESSES = 32

const MAX_SERVERS = 16

const PORTS = new Set([43])

const MAX_BYTES = 65_536

const LINE = /^[!-~]([ -~]{0,253}[!-~])?$/

/** Every question to addresses that strangers steer: only public addresses are connected to, and what EGRESS_ALLOW names. */
export type Guarded = GuardedFetch & {
  lookUp: LookUp
  inspectTls: InspectTls
  whois: Whois
}

export function createGuarded(guard: Guard): Guarded {
  const closing = new AbortController()
  const { fetch, close } = createGuardedFetch(guard)
  return {
    fetch,
    lookUp: createLookUp(guard, closing.signal),
    inspectTls: createInspectTls(guard, closing.signal),
    whois: createWhois(guard, closing.signal),
    close: async () => {
      closing.abort()
      await close()
    },
  }
}

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
type Whois = (request: WhoisRequest) => Promise<string>

/** The servers are named by other servers, so strangers steer them: guarded, on port 43 alone. */
function createWhois(guard: Guard, closing: AbortSignal): Whois {
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

type LookUpRequest = {
  /** Without the brackets of IPv6. */
  host: string
  port: number
  /** The registrable domain, whose name servers and mail are asked for; null for none. */
  zone: string | null
  /** Total wall-clock time, in milliseconds. */
  deadlineMs: number
  signal?: AbortSignal | undefined
}

/** What DNS says of a host. Lists are bounded, names in lower case. */
type LookedUp = {
  /** False only when DNS says that there is no such name. */
  exists: boolean
  /** Public addresses, v4 first, and those that the operator allows; others are withheld. */
  addresses: string[]
  nameServers: string[]
  /** Null when it could not be asked. */
  hasMail: boolean | null
  /** An address is not public, and nothing connects to this host. */
  notPublic: boolean
}

/**
 * Asks the name servers of the machine, or those that the guard names, for the bare name: no hosts file, no search domains.
 * @throws EgressError `dns` when no server answers: whether the name exists is then unknown.
 */
type LookUp = (request: LookUpRequest) => Promise<LookedUp>

function createLookUp(guard: Guard, closing: AbortSignal): LookUp {
  return async ({ host, port, zone, deadlineMs, signal }) => {
    const family = isIP(host)
    const detour = guard.allow.detour?.(host, port)
    const allowed = detour != null || guard.allow.has(family === 6 ? `[${host}]` : host, port)
    if (detour != null) return literal(detour.address, true)
    if (family !== 0) return literal(host, allowed)
    const deadline = startDeadline(host, deadlineMs, [signal, closing])
    const resolver = new Resolver({ timeout: 1_500, tries: 2 })
    if (guard.nameServers !== undefined) resolver.setServers(guard.nameServers)
    const cancel = () => resolver.cancel()
    deadline.signal.addEventListener('abort', cancel, { once: true })
    try {
      const [v4, v6, ns, mx] = await deadline.race(
        Promise.allSettled([
          resolver.resolve4(host),
          resolver.resolve6(host),
          zone === null ? [] : resolver.resolveNs(zone),
          zone === null ? [] : resolver.resolveMx(zone),
        ]),
      )
      deadline.signal.throwIfAborted()
      const { addresses, exists } = found(host, v4, v6)
      const hidden = addresses.filter((address) => !allowed && !isPublicAddress(address))
      return {
        exists,
        addresses: addresses.filter((address) => !hidden.includes(address)).slice(0, MAX_ADDRESSES),
        nameServers: ns.status === 'fulfilled' ? names(ns.value) : [],
        hasMail: zone === null ? null : takesMail(mx),
        notPublic: hidden.length > 0,
      }
    } catch (error) {
      throw describeFailure(host, deadline.signal.aborted ? deadline.signal.reason : error)
    } finally {
      deadline.signal.removeEventListener('abort', cancel)
      deadline.end()
    }
  }
}

type Answer<T> = PromiseSettledResult<T[]>

/** The answer that there is no such name (RFC 8020) and the answer that it has nothing of the kind are answers. */
function found(host: string, v4: Answer<string>, v6: Answer<string>): { addresses: string[]; exists: boolean } {
  const answers = [v4, v6]
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return { addresses, exists: true }
  const codes = answers.map(codeOf)
  const failed = codes.find((code) => code !== null && code !== 'ENOTFOUND' && code !== 'ENODATA')
  if (failed != null) throw new EgressError('dns', `${host}: the name servers gave no answer (${failed}).`)
  return { addresses, exists: !codes.includes('ENOTFOUND') }
}

/** "Null MX" (RFC 7505) says that no mail is taken. */
function takesMail(answer: Answer<{ exchange: string }>): boolean | null {
  if (answer.status === 'fulfilled') return answer.value.some(({ exchange }) => exchange !== '' && exchange !== '.')
  const code = codeOf(answer)
  return code === 'ENODATA' || code === 'ENOTFOUND' ? false : null
}

function codeOf(answer: Answer<unknown>): string | null {
  return answer.status === 'fulfilled' ? null : String((answer.reason as { code?: unknown } | null)?.code)
}

/** Names of hosts have letters, digits, hyphens and, in the wild, underscores. */
function names(found: string[]): string[] {
  const lower = found.map((name) => name.toLowerCase().replace(/\.$/, ''))
  return [...new Set(lower.filter((name) => /^[a-z0-9_.-]{1,253}$/.test(name)))].sort().slice(0, MAX_SERVERS)
}

function literal(address: string, allowed: boolean): LookedUp {
  const notPublic = !allowed && !isPublicAddress(address)
  return { exists: true, addresses: notPublic ? [] : [address], nameServers: [], hasMail: null, notPublic }
}
