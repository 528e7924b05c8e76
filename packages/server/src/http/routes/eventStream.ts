import type { FastifyRequest } from 'fastify'
import { PAID_PLANS } from '../../domain/plan.ts'
import { ApiError } from '../../errors.ts'
import type { App, Edge } from '../context.ts'
import { createEventNews } from '../eventNews.ts'
import { callerOf, guardAgain } from '../guard.ts'
import { StreamQuery } from '../schemas/events.ts'
import { streamEvents } from '../streamEvents.ts'
import { createStreamPlaces, STREAMS_IN_ALL, STREAMS_PER_ACCOUNT } from '../streamPlaces.ts'

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
  const places = createStreamPlaces()
  const news = createEventNews(events, (err) => edge.log('error', { err }, 'events cannot be read'))
  const stop = new AbortController()
  app.addHook('preClose', async () => stop.abort())

  app.get(
    '/v1/events/stream',
    {
      config: {
        access: { scopes: ['webhooks:write'], paid: { feature: 'Events', plans: PAID_PLANS } },
      },
      schema: {
        tags: ['Events'],
        operationId: 'streamEvents',
        summary: 'Stream events',
        description: `Server-sent events: \`id\` is the cursor, \`event\` the type, \`data\` the event as in \`GET /v1/events\`, without its cursor. After a disconnect send the last \`id\` as \`Last-Event-ID\` (or \`lastEventId\`): no event is lost or repeated. A comment every ${heartbeatMs / 1000} seconds keeps the connection alive. An open stream counts as one request, and not as in flight; ${STREAMS_PER_ACCOUNT} streams may be open per account, ${STREAMS_IN_ALL} in all, on each node. Clients that do not read are disconnected and can resume. When the key is revoked, the stream ends with an event \`end\` that holds the error.`,
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
          mayGoOn: () => guardAgain(edge, request),
        })
        reply.raw.end()
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
