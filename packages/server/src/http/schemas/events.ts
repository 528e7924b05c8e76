import { type TSchema, Type } from 'typebox'
import { type EventType, type TEST_EVENT, VISIBLE_EVENT_TYPES } from '../../domain/event.ts'
import type { AccountEvent } from '../../usecases/events/events.ts'
import type { renderEvent } from '../answer/envelope.ts'
import { Nullable, OneOf, Text } from './common.ts'
import { EVENT_DATA } from './eventData.ts'

type Shown = EventType | typeof TEST_EVENT

const name = `(?:${VISIBLE_EVENT_TYPES.join('|').replaceAll('.', '\\.')})`
const Cursor = Text('^[A-Za-z0-9_-]{1,256}$', {
  description:
    '`nextCursor` of the previous page, or `cursor` of an event: the page starts after it. Cursors do not expire.',
  expected: 'a cursor as answered',
})
const Time = (description: string) =>
  Type.String({ maxLength: 40, format: 'date-time', description, 'x-expected': 'an ISO 8601 time' })

const shown = {
  id: Type.String({ description: 'The same in every delivery.' }),
  timestamp: Type.String({ format: 'date-time', description: 'When the event was raised.' }),
}
const position = {
  entity: Nullable(Type.String(), { description: 'Subject of the event: an address or a URL.' }),
  deliveries: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'Id of the delivery.' }),
        webhookId: Type.String({ description: 'The webhook it goes to.' }),
        status: OneOf<AccountEvent['deliveries'][number]['status']>(
          ['pending', 'delivered', 'failed', 'parked', 'expired'],
          { description: 'State of the delivery.' },
        ),
      },
      { title: 'EventDelivery' },
    ),
    { description: 'Deliveries to webhooks that still exist.' },
  ),
  cursor: Type.String({
    description: 'Position of the event: pass it as `cursor`, or as `Last-Event-ID` to the stream.',
  }),
}
const typeOf = (type: Shown) => OneOf([type], { description: 'Type of the event.' })

/** `entity.risk_changed` → `EntityRiskChanged` */
export const pascalCase = (type: string) =>
  type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** One event as an account is shown it: a schema for each type, told apart by `type`. */
export const EventSchema = Type.Unsafe<ReturnType<typeof renderEvent>>({
  title: 'Event',
  oneOf: VISIBLE_EVENT_TYPES.map((type) =>
    Type.Object(
      { id: shown.id, type: typeOf(type), timestamp: shown.timestamp, data: EVENT_DATA[type], ...position },
      { title: `${pascalCase(type)}Event` },
    ),
  ),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      VISIBLE_EVENT_TYPES.map((type) => [type, `#/components/schemas/${pascalCase(type)}Event`]),
    ),
  },
})

/** What is posted to a webhook, by type. */
export const WEBHOOK_PAYLOADS: Readonly<Record<string, TSchema>> = Object.fromEntries(
  VISIBLE_EVENT_TYPES.map((type) => [
    type,
    Type.Object(
      {
        id: shown.id,
        type: typeOf(type),
        timestamp: shown.timestamp,
        data: EVENT_DATA[type],
        signature: Type.String({ description: '`sha256=` and the HMAC of the body without this member.' }),
      },
      { title: `${pascalCase(type)}Payload` },
    ),
  ]),
)
export const EventPage = Type.Object({
  events: Type.Array(EventSchema),
  nextCursor: Nullable(Type.String(), {
    description:
      '`cursor` of the next page. With `order=newest` null on the last page; with `order=oldest` never null, because later events follow.',
  }),
  hasMore: Type.Boolean({ description: 'Whether the next page holds events now.' }),
})
export const EventQuery = Type.Object({
  order: Type.Optional(OneOf(['newest', 'oldest'], { default: 'newest', description: 'Order of the events.' })),
  type: Type.Optional(
    Text(`^${name}(?:,${name}){0,31}$`, {
      description: 'Types, separated by commas. Default: all.',
      expected: `one or more of ${VISIBLE_EVENT_TYPES.join(', ')}, separated by commas`,
    }),
  ),
  entity: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_192,
      description: 'An address or a URL.',
      'x-expected': 'an address or a URL of 1 to 8192 characters',
    }),
  ),
  since: Type.Optional(Time('Not before this time.')),
  until: Type.Optional(Time('Before this time.')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Events per page.' })),
  cursor: Type.Optional(Cursor),
})
export const EventPath = Type.Object({
  id: Text('^[!-~]{1,128}$', { description: 'Id of the event.', expected: 'the id of an event' }),
})
/** Query of GET /v1/events/stream. */
export const StreamQuery = Type.Object({
  lastEventId: Type.Optional(
    Text('^[A-Za-z0-9_-]{1,256}$', {
      description:
        'Continues after this event, for clients that cannot send `Last-Event-ID`. Default: new events only.',
      expected: 'a cursor as answered',
    }),
  ),
})

/** Body of POST /v1/webhooks/{id}/replay. */
export const ReplayBody = Type.Object(
  {
    since: Time('Not before this time. Events are kept for 30 days.'),
    until: Type.Optional(Time('Before this time. Default: now.')),
    types: Type.Optional(
      Type.Array(OneOf<Shown>(VISIBLE_EVENT_TYPES), {
        minItems: 1,
        maxItems: 32,
        description: 'Default: those the webhook is subscribed to.',
        'x-expected': `a list of one or more of ${VISIBLE_EVENT_TYPES.join(', ')}`,
      }),
    ),
  },
  { title: 'ReplayRequest', examples: [{ since: '2026-11-21T00:00:00Z', until: '2026-11-21T12:00:00Z' }] },
)
export const Replayed = Type.Object(
  {
    webhookId: Type.String(),
    enqueued: Type.Integer({ minimum: 0, description: 'Number of deliveries that were queued.' }),
  },
  { title: 'Replay' },
)
