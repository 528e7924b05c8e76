import type { Owner } from '../../domain/account.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { TEST_EVENT } from '../../domain/event.ts'
import { limitReached, type Plan, WEBHOOK_LIMITS } from '../../domain/plan.ts'
import type { Cursors } from '../../domain/ports/cursors.ts'
import type { DeliveryStore, Receiver, Replays, WebhookStore } from '../../domain/ports/webhooks.ts'
import {
  MAX_PARKED_MS,
  MAX_REPLAYED,
  SECRET_OVERLAP_MS,
  type Webhook,
  type WebhookEntities,
} from '../../domain/webhook.ts'
import { ApiError } from '../../errors.ts'
import { createSealedPages } from '../sealedPages.ts'

/** Attempts since the process began, by how they ended: any 2xx, another status, no answer at all. */
export type AttemptCounts = { delivered: number; refused: number; unanswered: number }

/** Of all accounts, for who runs the service. Times are Unix milliseconds. */
export type WebhookOverview = { attempts: AttemptCounts; oldestDueAt: number | null; failing: number }

/** Unknown webhooks, and those of others, are null. */
export type Webhooks = {
  overview(): Promise<WebhookOverview>
  /**
   * @param webhook.secret null: one is made.
   * @throws ApiError VALIDATION_ERROR for a URL that is not delivered to, CONFLICT when there are too many.
   */
  create(
    caller: Owner & { plan: Plan },
    webhook: { url: string; events: string[]; entities: WebhookEntities; secret: string | null },
  ): Promise<{ webhook: Webhook; secret: string }>
  /** Newest first. */
  list(owner: Owner): Promise<Omit<Webhook, 'entities'>[]>
  get(owner: Owner, id: string): Promise<Webhook | null>
  /** @throws ApiError VALIDATION_ERROR */
  update(
    owner: Owner,
    id: string,
    change: { url?: string; events?: string[]; entities?: WebhookEntities },
  ): Promise<Webhook | null>
  delete(owner: Owner, id: string): Promise<boolean>
  /** Resumes what was parked. */
  activate(owner: Owner, id: string): Promise<Webhook | null>
  /** The earlier secret signs too until `earlierUntil`. */
  rotateSecret(
    owner: Owner,
    id: string,
    secret: string | null,
  ): Promise<{ secret: string; earlierUntil: number } | null>
  /** @throws ApiError CONFLICT while the webhook is failing. */
  test(owner: Owner, id: string): Promise<Delivery | null>
  /** Newest first; `cursor` is what the page before answered. */
  deliveries(
    owner: Owner,
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
    owner: Owner,
    id: string,
    range: { since: number; until: number; types: readonly string[] | null },
  ): Promise<number | null>
  /** One more attempt, now. @throws ApiError CONFLICT while the webhook is failing or an attempt is due anyway. */
  retry(owner: Owner, id: string, deliveryId: string): Promise<Delivery | null>
}

/**
 * Webhooks of accounts: created, changed, tested, replayed.
 * @param checkReceiver whether events are delivered to a URL. @throws ApiError VALIDATION_ERROR naming the member.
 * @param wake tells the delivery loop that something is due.
 * @param onChanged hears whose webhooks want something else now.
 * @param attempts of this process so far.
 */
export function createWebhooks({
  webhooks,
  deliveries,
  replays,
  cursors,
  checkReceiver,
  newSecret,
  now,
  wake,
  attempts,
  onChanged,
}: {
  webhooks: WebhookStore
  deliveries: DeliveryStore
  replays: Replays
  cursors: Cursors
  checkReceiver(url: string, member: string): Receiver
  newSecret(): string
  now(): number
  wake(): void
  attempts(): AttemptCounts
  onChanged(owner: Owner): void
}): Webhooks {
  const pages = createSealedPages(cursors)
  const woken = <Value>(value: Value): Value => {
    wake()
    return value
  }
  /** Null when it is not there. @throws ApiError CONFLICT while it is failing. */
  const active = async (owner: Owner, id: string) => {
    const webhook = await webhooks.get(owner, id)
    if (webhook?.status === 'failing')
      throw new ApiError('CONFLICT', { detail: 'This webhook is failing: nothing is sent until it is activated.' })
    return webhook
  }
  return {
    overview: async () => ({ attempts: attempts(), ...(await deliveries.overview()) }),
    async create({ plan, ...owner }, { url, secret: given, ...wanted }) {
      const max = WEBHOOK_LIMITS[plan]
      const [where, secret] = [checkReceiver(url, 'body.url'), given ?? newSecret()]
      const webhook = await webhooks
        .create(owner, { ...wanted, ...where, url, secret, now: now(), max })
        .catch((error: unknown) => {
          if (!(error instanceof RangeError)) throw error
          const detail = limitReached(plan, max, 'webhooks', 'delete one')
          throw new ApiError('CONFLICT', { detail }, { cause: error })
        })
      onChanged(owner)
      return { webhook, secret }
    },
    list: webhooks.list,
    get: webhooks.get,
    async update(owner, id, { url, ...change }) {
      const where = url === undefined ? null : { ...checkReceiver(url, 'body.url'), url }
      const updated = await webhooks.update(owner, id, { ...change, ...(where && { where }) })
      if (updated !== null) onChanged(owner)
      return updated
    },
    async delete(owner, id) {
      const deleted = await webhooks.delete(owner, id)
      if (deleted) onChanged(owner)
      return deleted
    },
    activate: async (owner, id) =>
      woken(await webhooks.activate(owner, id, { now: now(), oldest: now() - MAX_PARKED_MS })),
    async rotateSecret(owner, id, given) {
      const [secret, earlierUntil] = [given ?? newSecret(), now() + SECRET_OVERLAP_MS]
      return (await webhooks.rotateSecret(owner, id, { secret, earlierUntil })) ? { secret, earlierUntil } : null
    },
    async test(owner, id) {
      if ((await active(owner, id)) === null) return null
      const data = JSON.stringify({ webhookId: id, message: 'This is a test: nothing happened.' })
      const event = { ...owner, type: TEST_EVENT, entity: null, data, identity: null, at: now() }
      return woken(await deliveries.enqueueFor(id, event))
    },
    async deliveries(owner, id, page) {
      if ((await webhooks.get(owner, id)) === null) return null
      return pages(`deliveries of ${id}`, page, (unsealed) => deliveries.list(id, unsealed))
    },
    async replay(owner, id, range) {
      if ((await active(owner, id)) === null) return null
      const replayed = await replays.replay(owner, id, { ...range, now: now(), max: MAX_REPLAYED })
      if (replayed === null || typeof replayed === 'number') return woken(replayed)
      const until = new Date(replayed.cutAt).toISOString()
      throw new ApiError('VALIDATION_ERROR', {
        detail: `body.until: more than ${MAX_REPLAYED} events; send those until ${until} first, or name fewer types`,
      })
    },
    async retry(owner, id, deliveryId) {
      if ((await active(owner, id)) === null || (await deliveries.get(id, deliveryId)) === null) return null
      const retried = await deliveries.retry(id, deliveryId, now())
      if (retried === null) throw new ApiError('CONFLICT', { detail: 'An attempt of this delivery is due already.' })
      return woken(retried)
    },
  }
}
