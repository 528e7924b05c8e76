import type { Environment } from './environment.ts'

/** What webhooks can be subscribed to. Events of monitors and policies go only to webhooks that name them. */
export const EVENT_TYPES = [
  'entity.risk_changed',
  'entity.threat_detected',
  'address.interaction',
  'approval.new',
  'approval.revoked',
  'monitor.transfer',
  'monitor.large_transfer',
  'monitor.nft_transfer',
  'monitor.contract_interaction',
  'monitor.permission',
  'policy.held',
  'policy.refused',
  'policy.limit_alert',
] as const
export type EventType = (typeof EVENT_TYPES)[number]
/** Events of watched addresses: a webhook that lists no entity hears of them for each address that it follows. */
export const ADDRESS_EVENTS: readonly string[] = [
  'approval.new',
  'approval.revoked',
  'address.interaction',
] satisfies EventType[]
/** Sent on request to one webhook, whatever it is subscribed to. */
export const TEST_EVENT = 'webhook.test'
/** What an account may be shown. */
export const VISIBLE_EVENT_TYPES = [...EVENT_TYPES, TEST_EVENT] as const
/** Deliveries, and events that no delivery refers to, are kept this long. */
export const EVENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Something that happened, for one account. `data` is compact JSON of an object; `at` Unix milliseconds. */
export type NewEvent = {
  accountId: string
  environment: Environment
  type: string
  /** As webhooks list it (`WebhookEntities.keys`); null: it is about none. */
  entity: string | null
  data: string
  /** The same happening is told once; null: it cannot come twice. */
  identity: string | null
  at: number
}
