import { PAID_PLANS } from '../../domain/plan.ts'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import { renderEvent, success } from '../answer/envelope.ts'
import { idempotent } from '../answer/idempotent.ts'
import type { Access, App, Edge } from '../context.ts'
import { canonicalEntity } from '../parse/parseEntity.ts'
import { Enveloped } from '../schemas/common.ts'
import { EventPage, EventPath, EventQuery, EventSchema, ReplayBody, Replayed } from '../schemas/events.ts'
import { WebhookPath } from '../schemas/webhooks.ts'

const ISO = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

const DEFAULT_LIMIT = 25
const access: Access = {
  scopes: ['webhooks:write'],
  paid: { feature: 'Events', plans: PAID_PLANS },
}
const config = { access }

/** GET /v1/events and /v1/events/{id}, POST /v1/webhooks/{id}/replay */
export function eventRoutes(app: App, edge: Edge): void {
  const { events, webhooks } = edge.ports
  app.get(
    '/v1/events',
    {
      config,
      schema: {
        tags: ['Events'],
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'Events of the last 30 days of this account and environment, whether or not a webhook received them. Cursors stay valid while events arrive. To miss none, read with `order=oldest` and continue from `nextCursor`.',
        querystring: EventQuery,
        response: { 200: Enveloped(EventPage, 'One page.') },
      },
    },
    async (request) => {
      const { order = 'newest', type, entity, since, until, limit = DEFAULT_LIMIT, cursor = null } = request.query
      const page = await events
        .list(callerOf(request), {
          order,
          limit,
          cursor,
          types: type?.split(',') ?? null,
          entity: entity === undefined ? null : canonicalEntity(entity, 'query.entity').entity,
          since: since === undefined ? null : parseTime(since, 'query.since'),
          until: until === undefined ? null : parseTime(until, 'query.until'),
        })
        .catch(refuseCursor)
      const { nextCursor, hasMore } = page
      return success(request, { events: page.events.map(renderEvent), nextCursor, hasMore })
    },
  )

  app.get(
    '/v1/events/:id',
    {
      config,
      schema: {
        tags: ['Events'],
        operationId: 'getEvent',
        summary: 'Get an event',
        params: EventPath,
        response: { 200: Enveloped(EventSchema, 'The event, and which webhooks it went to.') },
      },
    },
    async (request) => {
      const event = await events.get(callerOf(request), request.params.id)
      if (event === null) throw new ApiError('NOT_FOUND', { detail: 'No event of this account has that id.' })
      return success(request, renderEvent(event))
    },
  )

  app.post(
    '/v1/webhooks/:id/replay',
    {
      config,
      schema: {
        tags: ['Events'],
        operationId: 'replayEvents',
        summary: 'Replay events to a webhook',
        description:
          'Sends past events to this webhook again, with their ids and new signatures: up to 1,000 at once, of its entities and types. Deliveries that are already due are not doubled. Send an `Idempotency-Key` to retry safely.',
        params: WebhookPath,
        body: ReplayBody,
        response: { 201: Enveloped(Replayed, 'They are on their way.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const { id } = request.params
        const { since, until, types = null } = request.body
        const range = {
          since: parseTime(since, 'body.since'),
          types,
          until: until === undefined ? edge.now() : parseTime(until, 'body.until'),
        }
        if (range.since >= range.until)
          throw new ApiError('VALIDATION_ERROR', { detail: 'body.since: expected a time before body.until' })
        const enqueued = await webhooks.replay(callerOf(request), id, range)
        if (enqueued === null) throw new ApiError('NOT_FOUND', { detail: 'No webhook of this account has that id.' })
        return { body: success(request, { webhookId: id, enqueued }), createdId: id, secret: false }
      }),
  )
}

function refuseCursor(error: unknown): never {
  if (!(error instanceof RangeError)) throw error
  throw new ApiError('VALIDATION_ERROR', { detail: 'query.cursor: expected a cursor as answered' }, { cause: error })
}

/**
 * Reads a time as ISO 8601 writes it, in Unix milliseconds.
 * @param member how a complaint calls it: `query.since`.
 * @throws ApiError VALIDATION_ERROR for what is no time: days that no calendar has, too.
 */
export function parseTime(text: string, member: string): number {
  const [, day] = ISO.exec(text) ?? []
  const at = Date.parse(text)
  // V8 reads 30 February as 2 March.
  const exists = day !== undefined && !Number.isNaN(at) && new Date(Date.parse(day)).toISOString().startsWith(day)
  if (!exists)
    throw new ApiError('VALIDATION_ERROR', {
      detail: `${member}: expected an ISO 8601 time such as 2026-11-21T12:00:00Z`,
    })
  return at
}
