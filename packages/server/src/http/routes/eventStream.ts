import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Owner } from '../../domain/account.ts'
import { PAID_PLANS, type Plan, STREAM_LIMITS } from '../../domain/plan.ts'
import { ApiError } from '../../errors.ts'
import { createSharedCounts, type SharedCounts } from '../../lib/sharedCounts.ts'
import type { Events } from '../../usecases/events/events.ts'
import { callerOf, recheckAccess } from '../access/guard.ts'
import { errorBody, renderEvent } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { StreamQuery } from '../schemas/events.ts'

/** Between two looks: how late an event is streamed that another node raised. */
const LOOK_EVERY_MS = 500

/** Events read at once: the memory of one reader is bounded by them and by its connection's buffer. */
const PAGE = 50

/** Clients that read nothing for this many milliseconds are disconnected and can resume. */
const STALLED_MS = 15_000

/** What a reader has to take the end of its stream, in milliseconds. */
const LAST_WORDS_MS = 1_000

/** What browsers wait before they come back, in milliseconds. */
const RETRY_MS = 2_000

/** Streams that may be open on a node. */
const STREAMS_IN_ALL = 500

const RETRY_SECONDS = 30

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // What proxies that buffer answers are told.
  'x-accel-buffering': 'no',
  connection: 'close',
}

/** GET /v1/events/stream */
export function eventStreamRoutes(app: App, edge: Edge, { heartbeatMs }: { heartbeatMs: number }): void {
  const { events } = edge.ports
  const places = createStreamPlaces(createSharedCounts(edge.siblings, 'streams'))
  const news = createEventNotifier(events, (err) => edge.log('error', { err }, 'events cannot be read'))
  const stop = new AbortController()
  app.addHook('preClose', async () => stop.abort())

  app.get(
    '/v1/events/stream',
    {
      config: {
        access: { scopes: ['webhooks:write'], streamToken: true, paid: { feature: 'Events', plans: PAID_PLANS } },
      },
      schema: {
        tags: ['Events'],
        operationId: 'streamEvents',
        summary: 'Stream events',
        description: `Server-sent events: \`id\` is the cursor, \`event\` the type, \`data\` the event as in \`GET /v1/events\`, without its cursor. After a disconnect send the last \`id\` as \`Last-Event-ID\` (or \`lastEventId\`): no event is lost or repeated. A page sends a token of \`POST /v1/events/stream-token\` as \`api_key\`. A comment every ${heartbeatMs / 1000} seconds keeps the connection alive. An open stream counts as one request, and not as in flight; An account may hold ${STREAM_LIMITS.pro} streams open on the Pro plan and ${STREAM_LIMITS.enterprise} on Enterprise, all accounts ${STREAMS_IN_ALL}, on each node. Clients that do not read are disconnected and can resume. When the key is revoked, the stream ends with an event \`end\` that holds the error.`,
        'x-stream': true,
        querystring: StreamQuery,
        // Not checked: it is written past the framework.
        response: { 200: { description: 'The stream.', type: 'string' } as never },
      },
    },
    async (request, reply) => {
      const owner = callerOf(request)
      const cursor = cursorOf(request) ?? (await events.end(owner))
      await events.list(owner, { ...ONE, cursor }).catch(refuseCursor)
      if (request.method === 'HEAD') return reply.headers(HEADERS).send('' as never)
      const leave = places.enter(owner)
      const reader = news.read(owner)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      try {
        reply.hijack()
        request.leaveBurst?.()
        request.streamingSince = performance.now()
        edge.metrics.streams.inc()
        reply.raw.writeHead(200, HEADERS)
        await streamEvents({
          events,
          owner,
          cursor,
          news: reader,
          raw: reply.raw,
          heartbeatMs,
          signal: AbortSignal.any([stop.signal, gone.signal]),
          mayGoOn: () => recheckAccess(edge, request),
        })
        reply.raw.end()
        // A reader that takes nothing more would hold the connection open.
        setTimeout(() => reply.raw.destroy(), LAST_WORDS_MS).unref()
      } catch (err) {
        edge.log('error', { requestId: request.id, err }, 'a stream of events broke')
        reply.raw.destroy()
      } finally {
        edge.metrics.streams.dec()
        reader.leave()
        leave()
      }
      return reply
    },
  )
}

const ONE = { order: 'oldest', limit: 1, types: null, entity: null, since: null, until: null } as const

function cursorOf(request: FastifyRequest): string | null {
  const { lastEventId } = request.query as { lastEventId?: string }
  const header = request.headers['last-event-id']
  // A browser that comes back sends the header, and the address it had at first.
  const given = (Array.isArray(header) ? header[0] : header) || lastEventId
  return given === undefined || given === '' ? null : given
}

function refuseCursor(error: unknown): never {
  if (!(error instanceof RangeError)) throw error
  const detail = 'header.last-event-id: expected the id of an event of this stream; omit it to begin now'
  throw new ApiError('VALIDATION_ERROR', { detail }, { cause: error })
}

/** Name of the count of all accounts' streams. */
const ALL = 'all'

/** Places of open streams: each costs a connection for as long as its reader likes. */
function createStreamPlaces(shared: SharedCounts) {
  const open = new Map<string, number>()
  let all = 0
  return {
    count: () => all,
    /** Answers what gives the place back. @throws ApiError RATE_LIMIT_EXCEEDED when there is none. */
    enter({ accountId, environment, plan }: Owner & { plan: Plan }): () => void {
      const owner = `${environment} ${accountId}`
      const own = open.get(owner) ?? 0
      const max = STREAM_LIMITS[plan]
      if (own + shared.others(owner) >= max)
        throw refused(`${max} event streams of this account`, `, the limit of the ${plan} plan`)
      if (all + shared.others(ALL) >= STREAMS_IN_ALL) throw refused(`${STREAMS_IN_ALL} event streams`)
      const change = (by: 1 | -1) => {
        const rest = (open.get(owner) ?? 0) + by
        if (rest > 0) open.set(owner, rest)
        else open.delete(owner)
        all += by
        shared.set(owner, rest)
        shared.set(ALL, all)
      }
      change(1)
      return () => change(-1)
    },
  }
}

function refused(open: string, limit = ''): ApiError {
  const detail = `${open} are open already on this node${limit}; close one.`
  return new ApiError('RATE_LIMIT_EXCEEDED', { detail, retryAfter: RETRY_SECONDS })
}

/**
 * Writes what happens to an account as server-sent events, from a place on, until the signal fires, the reader goes away or stops
 * reading, or the key is none any more. Nothing is read ahead of a reader who does not keep up.
 * @param mayGoOn throws an ApiError when the key was revoked: asked before anything is written.
 */
async function streamEvents({
  events,
  owner,
  news,
  raw,
  signal,
  heartbeatMs,
  mayGoOn,
  ...from
}: {
  events: Pick<Events, 'list'>
  owner: Owner
  /** The place to go on from. */
  cursor: string
  news: EventSubscription
  raw: ServerResponse
  signal: AbortSignal
  heartbeatMs: number
  mayGoOn(): Promise<void>
}): Promise<void> {
  let { cursor } = from
  const query = { order: 'oldest', limit: PAGE, types: null, entity: null, since: null, until: null } as const
  try {
    await write(raw, `retry: ${RETRY_MS}\nid: ${cursor}\n\n`, signal)
    while (!signal.aborted) {
      const page = await events.list(owner, { ...query, cursor })
      let passed = true
      for (const event of page.events) {
        // While the client reads slowly, its key may be revoked.
        if (passed) await mayGoOn()
        const { cursor: id, ...shown } = renderEvent(event)
        passed = await write(raw, `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(shown)}\n\n`, signal)
        cursor = id
      }
      if (page.events.length === 0) await mayGoOn()
      if (page.hasMore) continue
      if (!(await news.wait(heartbeatMs, signal)) && !signal.aborted) await write(raw, ': still here\n\n', signal)
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message } = error
    await write(raw, `event: end\ndata: ${JSON.stringify(errorBody(code, message).error)}\n\n`, signal)
  }
}

/** Waits until the reader took what was written before. @returns Whether time passed. */
async function write(raw: ServerResponse, text: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted || raw.destroyed) return false
  if (raw.write(text)) return false
  const patience = AbortSignal.timeout(STALLED_MS)
  try {
    await once(raw, 'drain', { signal: AbortSignal.any([patience, signal]) })
  } catch (error) {
    // The client is sent nothing: it does not read.
    if (patience.aborted || !signal.aborted) raw.destroy()
    if (!patience.aborted && !signal.aborted) throw error
  }
  return true
}

/** One who waits for what happens to an account. */
type EventSubscription = {
  /** True when something may have happened since the last time; false when the time, in milliseconds, was over first. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>
  leave(): void
}

type Waiting = { owner: string; news: boolean; wake: (() => void) | null }

/**
 * Wakes readers when something happened to their account: one poll for all readers of a process, and none without readers.
 * Only a hint: each reader reads on from its own place.
 */
function createEventNotifier(events: Pick<Events, 'news'>, onProblem: (error: unknown) => void) {
  const readers = new Set<Waiting>()
  let place: number | null = null
  let looking = false

  async function look(): Promise<void> {
    looking = true
    try {
      while (readers.size > 0) {
        try {
          const said: Awaited<ReturnType<Events['news']>> = await events.news(place)
          const owners = new Set(said.owners.map(nameOf))
          // Events from before the first poll may be unread, so every reader is woken.
          for (const reader of readers) if (place === null || owners.has(reader.owner)) tell(reader)
          place = said.place
        } catch (error) {
          onProblem(error)
        }
        await pause(LOOK_EVERY_MS)
      }
    } finally {
      looking = false
      place = null
    }
  }

  return {
    read(owner: Owner): EventSubscription {
      const reader: Waiting = { owner: nameOf(owner), news: false, wake: null }
      readers.add(reader)
      if (!looking) void look()
      return {
        async wait(ms, signal) {
          if (!reader.news && !signal.aborted) await waited(reader, ms, signal)
          const { news } = reader
          reader.news = false
          return news
        },
        leave: () => void readers.delete(reader),
      }
    },
  }
}

function tell(reader: Waiting): void {
  reader.news = true
  reader.wake?.()
}

async function waited(reader: Waiting, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wake = () => resolve()
  const timer = setTimeout(wake, ms)
  signal.addEventListener('abort', wake, { once: true })
  reader.wake = wake
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', wake)
  reader.wake = null
}

function nameOf({ accountId, environment }: Owner): string {
  return `${environment} ${accountId}`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
