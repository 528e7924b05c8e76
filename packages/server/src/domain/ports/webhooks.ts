import type { Environment } from './keys.ts'

/** Where events go. Times are Unix milliseconds. */
export type Webhook = {
  id: string
  url: string
  events: string[]
  /** As given; empty: all. */
  entities: string[]
  status: 'active' | 'failing'
  lastTriggeredAt: number | null
  createdAt: number
}

/** `keys[i]` is `spelled[i]` as events name it. */
export type WebhookEntities = { spelled: string[]; keys: string[] }

/** One event on its way to one webhook. */
export type Delivery = {
  id: string
  webhookId: string
  eventId: string
  type: string
  /** parked: the webhook is failing; expired: it was for too long. */
  status: 'pending' | 'delivered' | 'failed' | 'parked' | 'expired'
  /** Oldest first. `status` of HTTP; null when there was no answer, and `error` says why. */
  attempts: { at: number; status: number | null; error: string | null; durationMs: number }[]
  /** Null when none is due. */
  nextAttemptAt: number | null
  createdAt: number
}

/** Of one account and environment. */
export type WebhookOwner = { accountId: string; environment: Environment }

/** Of all accounts, for who runs the service. `attempts`: of this process, by outcome; times are Unix milliseconds. */
export type WebhookOverview = {
  attempts: { delivered: number; refused: number; unanswered: number }
  oldestDueAt: number | null
  failing: number
}

/** Unknown webhooks, and those of others, are null. */
export type WebhookPort = {
  overview(): Promise<WebhookOverview>
  /**
   * @param webhook.secret null: one is made.
   * @throws ApiError VALIDATION_ERROR for a URL that is not delivered to, CONFLICT when there are too many.
   */
  create(
    owner: WebhookOwner,
    webhook: { url: string; events: string[]; entities: WebhookEntities; secret: string | null },
  ): Promise<{ webhook: Webhook; secret: string }>
  /** Newest first. */
  list(owner: WebhookOwner): Promise<Omit<Webhook, 'entities'>[]>
  get(owner: WebhookOwner, id: string): Promise<Webhook | null>
  /** @throws ApiError VALIDATION_ERROR */
  update(
    owner: WebhookOwner,
    id: string,
    change: { url?: string; events?: string[]; entities?: WebhookEntities },
  ): Promise<Webhook | null>
  delete(owner: WebhookOwner, id: string): Promise<boolean>
  /** Resumes what was parked. */
  activate(owner: WebhookOwner, id: string): Promise<Webhook | null>
  /** The earlier secret signs too until `earlierUntil`. */
  rotateSecret(
    owner: WebhookOwner,
    id: string,
    secret: string | null,
  ): Promise<{ secret: string; earlierUntil: number } | null>
  /** @throws ApiError CONFLICT while the webhook is failing. */
  test(owner: WebhookOwner, id: string): Promise<Delivery | null>
  /** Newest first; `cursor` is what the page before answered. */
  deliveries(
    owner: WebhookOwner,
    id: string,
    page: { limit: number; cursor: string | null },
  ): Promise<{ deliveries: Delivery[]; nextCursor: string | null } | null>
  /**
   * Sends events from `since` until before `until`, Unix milliseconds, once more: with the same ids, to this webhook alone,
   * if it has their types (null: those it is subscribed to) and entities.
   * @returns how many; deliveries that are already due do not count.
   * @throws ApiError CONFLICT while the webhook is failing, VALIDATION_ERROR when it is too much at once.
   */
  replay(
    owner: WebhookOwner,
    id: string,
    range: { since: number; until: number; types: readonly string[] | null },
  ): Promise<number | null>
  /** One more attempt, now. @throws ApiError CONFLICT while the webhook is failing or an attempt is due anyway. */
  retry(owner: WebhookOwner, id: string, deliveryId: string): Promise<Delivery | null>
}
