import { type TSchema, Type } from 'typebox'
import type { Delivery } from '../../domain/delivery.ts'
import { EVENT_TYPES, type EventType } from '../../domain/event.ts'
import type { Webhook } from '../../domain/webhook.ts'
import { Nullable, OneOf, Text } from './common.ts'
import { readOnlyMembers } from './inertMembers.ts'

const Time = Type.String({ format: 'date-time' })
const Url = Type.String({
  maxLength: 2_048,
  description: 'HTTPS address that events are posted to. Redirects are not followed.',
  'x-expected': 'an https URL of at most 2048 characters',
})
const Events = Type.Array(OneOf<EventType>(EVENT_TYPES), {
  minItems: 1,
  maxItems: 32,
  description: 'Types of events to send.',
  'x-expected': `a list of one or more of ${EVENT_TYPES.join(', ')}`,
})
const Entities = Type.Array(
  Type.String({ maxLength: 8_192, 'x-expected': 'an address or a URL of at most 8192 characters' }),
  {
    maxItems: 1_000,
    description:
      'Addresses or URLs to send events about, at most 262,144 bytes in all. Default: all that the account has scanned.',
    'x-expected': 'a list of at most 1000 addresses or URLs',
  },
)
const Secret = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'Signing secret, 1 to 256 characters. Without it one is made.',
  'x-expected': '1 to 256 characters',
})

/** Body of POST /v1/webhooks. */
export const WebhookBody = Type.Object(
  { url: Url, events: Events, entities: Type.Optional(Entities), secret: Type.Optional(Secret) },
  {
    title: 'WebhookRequest',
    examples: [{ url: 'https://hooks.example.org/redoubt', events: ['entity.risk_changed', 'approval.new'] }],
  },
)
/** Body of POST /v1/webhooks/{id}/rotate-secret. */
export const RotationBody = Type.Object({ secret: Type.Optional(Secret) }, { title: 'SecretRotation', examples: [{}] })

const Status = OneOf<Webhook['status']>(['active', 'failing'], {
  description: 'failing: five attempts of one event failed; nothing is sent until the webhook is activated.',
})
const id = Type.String()
const shown = { id, url: Type.String(), events: Type.Array(Type.String()) }
const entities = Type.Array(Type.String())
const lastTriggered = Nullable(Time, { description: 'The newest attempt.' })

export const CreatedWebhook = Type.Object(
  {
    ...shown,
    entities,
    secret: Type.String({ description: 'Secret that signs deliveries; shown only here.' }),
    status: Status,
    createdAt: Time,
  },
  { title: 'CreatedWebhook' },
)
export const WebhookList = Type.Object({
  webhooks: Type.Array(
    Type.Object({ ...shown, status: Status, lastTriggered, createdAt: Time }, { title: 'WebhookSummary' }),
  ),
})
export const WebhookSchema = Type.Object(
  { ...shown, entities, status: Status, lastTriggered, createdAt: Time },
  { title: 'Webhook' },
)
const changeable = { url: Type.Optional(Url), events: Type.Optional(Events), entities: Type.Optional(Entities) }
/** Body of PATCH /v1/webhooks/{id}: also a webhook as GET answers it. */
export const WebhookChange = Type.Object(
  { ...changeable, ...readOnlyMembers(WebhookSchema.properties, changeable) },
  { title: 'WebhookChange', examples: [{ events: ['approval.new', 'approval.revoked'] }] },
)
export const DeletedWebhook = Type.Object({ id, deleted: Type.Literal(true) })
export const RotatedSecret = Type.Object(
  {
    id,
    secret: Type.String({ description: 'Secret that signs deliveries from now on; shown only here.' }),
    earlierSecretUntil: Type.String({
      format: 'date-time',
      description: 'Until then `webhook-signature` also carries a signature under the previous secret.',
    }),
  },
  { title: 'RotatedSecret' },
)

const path = { id: Text('^[!-~]{1,128}$', { description: 'Id of the webhook.', expected: 'the id of a webhook' }) }
export const WebhookPath = Type.Object(path)
export const DeliveryPath = Type.Object({
  ...path,
  deliveryId: Text('^[!-~]{1,128}$', { description: 'Id of the delivery.', expected: 'the id of a delivery' }),
})

export const DeliverySchema = Type.Object(
  {
    id,
    eventId: Type.String({ description: '`id` of the event: the same in every attempt.' }),
    type: Type.String(),
    status: OneOf<Delivery['status']>(['pending', 'delivered', 'failed', 'parked', 'expired'], {
      description: 'parked: the webhook is failing. expired: it was failing for more than three days.',
    }),
    attempts: Type.Array(
      Type.Object({
        at: Time,
        status: Nullable(Type.Integer(), { description: 'HTTP status; null: there was no answer.' }),
        error: Nullable(Type.String()),
        durationMs: Type.Integer({ minimum: 0 }),
      }),
      { description: 'Oldest first; the last 20.' },
    ),
    nextAttemptAt: Nullable(Time),
    createdAt: Time,
  },
  { title: 'Delivery' },
)
export const DeliveryPage = Type.Object({
  deliveries: Type.Array(DeliverySchema),
  nextCursor: Nullable(Type.String(), { description: '`cursor` of the next page; null on the last.' }),
})
export const DeliveryQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  cursor: Type.Optional(
    Text('^[A-Za-z0-9_-]{1,256}$', {
      description: 'The `nextCursor` of the previous page.',
      expected: 'a cursor as answered',
    }),
  ),
})

/** Creating and listing webhooks answer without `meta`. */
export function Bare<Data extends TSchema>(data: Data, description: string) {
  return Type.Object({ success: Type.Literal(true), data }, { description })
}
