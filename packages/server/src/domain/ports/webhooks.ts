import type { Owner } from '../account.ts'
import type { Delivery } from '../delivery.ts'
import type { NewEvent } from '../event.ts'
import type { Webhook, WebhookEntities } from '../webhook.ts'

/** `endpoint`: host and port, which all webhooks of one receiver share. */
export type Receiver = { url: string; endpoint: string }

/** Webhooks of one account and environment at a time. Unknown webhooks, and those of other accounts, are null. Times are Unix milliseconds. */
export type WebhookStore = {
  /** @throws RangeError when the account has `max` in this environment; default MAX_WEBHOOKS. */
  create(
    owner: Owner,
    webhook: Receiver & { events: string[]; entities: WebhookEntities; secret: string; now: number; max?: number },
  ): Promise<Webhook>
  /** Newest first. */
  list(owner: Owner): Promise<Omit<Webhook, 'entities'>[]>
  get(owner: Owner, id: string): Promise<Webhook | null>
  update(
    owner: Owner,
    id: string,
    change: { where?: Receiver; events?: string[]; entities?: WebhookEntities },
  ): Promise<Webhook | null>
  /** With its deliveries. */
  delete(owner: Owner, id: string): Promise<boolean>
  /** The secret so far signs too until `earlierUntil`; one that is gone with the server's cannot. */
  rotateSecret(owner: Owner, id: string, to: { secret: string; earlierUntil: number }): Promise<boolean>
  /** Deliveries parked since `oldest` are due now, with a schedule of their own from the next attempt; older ones are expired. */
  activate(owner: Owner, id: string, at: { now: number; oldest: number }): Promise<Webhook | null>
}

/** Deliveries of one webhook. Times are Unix milliseconds. */
export type DeliveryStore = {
  /** For one webhook, whatever it is subscribed to; null when it is not there, or failing. */
  enqueueFor(webhookId: string, event: NewEvent): Promise<Delivery | null>
  /** Newest first. @throws RangeError when the cursor is none. */
  list(
    webhookId: string,
    page: { limit: number; cursor: string | null },
  ): Promise<{ deliveries: Delivery[]; nextCursor: string | null }>
  get(webhookId: string, id: string): Promise<Delivery | null>
  /** One more attempt, at `now`; null when one is due anyway. */
  retry(webhookId: string, id: string, now: number): Promise<Delivery | null>
  /** Of all accounts: when the oldest that waits was due, and how many webhooks are failing. */
  overview(): Promise<{ oldestDueAt: number | null; failing: number }>
}

export type Replays = {
  /**
   * Deliveries, due now, of what happened from `since` until before `until` (Unix milliseconds) to one webhook: of its entities, and of
   * `types`, or those it is subscribed to. What is on its way to it is left out.
   * @returns How many; when they are more than `max`, none, and before which time there are no more than that. Null: no such webhook.
   */
  replay(
    owner: Owner,
    webhookId: string,
    range: { since: number; until: number; types: readonly string[] | null; now: number; max: number },
  ): Promise<number | { cutAt: number } | null>
}
