import type { Generated } from 'kysely'

// Webhooks, what happened, and who is to be told.

export type WebhooksTable = {
  seq: Generated<number>
  id: string
  account_id: string
  environment: string
  url: string
  /** Host and port: deliveries at once are limited by it. */
  endpoint: string
  events: string
  /** How many entities; none: all. */
  listed: number
  /** Sealed, as is the earlier one, which signs too until `earlier_until`. */
  secret: string
  earlier_secret: string | null
  earlier_until: number
  status: string
  last_triggered_at: number | null
  created_at: number
}

/** What a webhook lists, in its order. */
export type WebhookEntitiesTable = {
  webhook_id: string
  place: number
  /** Hash of `entity`. */
  entity_key: string
  /** As events name it. */
  entity: string
  /** As it was given. */
  spelled: string
}

export type EventsTable = {
  seq: Generated<number>
  id: string
  account_id: string
  environment: string
  /** What happened, so that it is told once; null: it cannot come twice. */
  identity: string | null
  type: string
  entity: string | null
  /** Hash of `entity`. */
  entity_key: string | null
  data: string
  at: number
}

export type DeliveriesTable = {
  seq: Generated<number>
  id: string
  webhook_id: string
  event_id: string
  /** pending, delivered, failed; parked while the webhook is failing; expired when it was parked for too long. */
  status: string
  /** In this round; `log` has them all. */
  attempts: number
  /** One attempt that a client asked for. */
  by_hand: number
  first_attempt_at: number | null
  due_at: number
  leased_until: number
  /** Fixed at the first attempt. */
  body: string | null
  log: string
  created_at: number
}
