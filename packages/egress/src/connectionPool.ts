import type { buildConnector } from 'undici'
import { type BoundedClient, boundedClient } from './boundedClient.ts'
import type { Deadline } from './deadline.ts'
import { type Hop, type HopRequest, sendHop } from './hop.ts'

/** Connections that outlive a request, for repeated requests to the same hosts. */
export type ConnectionPool = {
  /**
   * Sends a request on a connection that is idle, else on a new one.
   * @param connector makes a connection for one request, with every check that a new one needs.
   * @throws EgressError
   */
  send(request: HopRequest, connector: Connector, deadline: Deadline): Promise<Hop>
  close(): void
}
type Connector = (deadline: Deadline, told: (address: string) => void) => buildConnector.connector
/** `deadline`: of the request that it serves now. */
type Kept = BoundedClient & { origin: string; openedAt: number; address: string; deadline: Deadline }

const IDLE_PER_ORIGIN = 32
const IDLE_IN_ALL = 256
/** Where a name leads is looked up, and checked, again after this long, in milliseconds. */
const OLDEST_MS = 30_000

/**
 * Keeps connections by origin. An address was checked when its connection was made, and a connection leads nowhere else; the
 * answers that come over it are of the one origin that all its requests go to.
 */
export function createConnectionPool(): ConnectionPool {
  const idle = new Map<string, Kept[]>()
  let idleInAll = 0
  let closed = false

  const drop = ({ client }: Kept) => void client.destroy().catch(() => undefined)
  const remove = (kept: Kept) => {
    const of = idle.get(kept.origin) ?? []
    const place = of.indexOf(kept)
    if (place === -1) return false
    of.splice(place, 1)
    if (of.length === 0) idle.delete(kept.origin)
    idleInAll--
    return true
  }

  function open(origin: URL, connector: Connector, deadline: Deadline): Kept {
    const bounded = boundedClient(origin, (options, callback) =>
      connector(kept.deadline, (address) => {
        kept.address = address
      })(options, callback),
    )
    const kept: Kept = { ...bounded, origin: origin.origin, openedAt: performance.now(), address: '', deadline }
    kept.client.on('disconnect', () => {
      if (remove(kept)) drop(kept)
    })
    return kept
  }

  function giveBack(kept: Kept, body: Hop['body']): void {
    const of = idle.get(kept.origin) ?? []
    const room = of.length < IDLE_PER_ORIGIN && idleInAll < IDLE_IN_ALL
    const young = performance.now() - kept.openedAt < OLDEST_MS
    // The rest of an unread answer is still on the wire.
    if (!closed && room && young && body.readableEnded && !kept.client.destroyed) {
      idle.set(kept.origin, [...of, kept])
      idleInAll++
    } else drop(kept)
  }

  return {
    async send(request, connector, deadline) {
      const reused = idle.get(request.url.origin)?.at(-1)
      if (reused) {
        remove(reused)
        reused.deadline = deadline
      }
      const kept = reused ?? open(request.url, connector, deadline)
      try {
        kept.headBegins()
        const hop = await sendHop(kept.client, { ...request, repeatable: reused !== undefined }, deadline)
        kept.headEnded()
        let given = false
        const close = () => {
          if (!given) giveBack(kept, hop.body)
          given = true
        }
        return { ...hop, address: kept.address, close }
      } catch (error) {
        drop(kept)
        throw error
      }
    },
    close() {
      closed = true
      for (const kept of [...idle.values()].flat()) drop(kept)
      idle.clear()
      idleInAll = 0
    },
  }
}
