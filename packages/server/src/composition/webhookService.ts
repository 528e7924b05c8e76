import { randomBytes } from 'node:crypto'
import type { AllowList } from '@redoubt/egress/allowList.ts'
import type { WebhookOwner, WebhookPort } from '../domain/ports/webhooks.ts'
import { ApiError } from '../errors.ts'
import type { Store } from '../store/openStore.ts'
import { TEST_EVENT } from '../usecases/scans/events.ts'
import type { AttemptCounts } from '../webhooks/attemptCounts.ts'
import { checkReceiver } from '../webhooks/checkReceiver.ts'
import { createSealedPages } from './sealedPages.ts'

/** An earlier secret signs too for this long after a rotation. */
const OVERLAP_MS = 24 * 60 * 60 * 1000
/** What waited longer while its webhook was failing is news no more. */
const OLDEST_RESUMED_MS = 3 * 24 * 60 * 60 * 1000
/** Events that one replay sends. */
const MAX_REPLAYED = 1_000

/**
 * Webhooks as HTTP offers them. Part of the composition root.
 * @param wake tells the delivery loop that something is due.
 * @param onChanged hears whose webhooks want something else now.
 * @param attempts of this process so far.
 */
export function createWebhookService({
  store: { webhooks, outbox, replays, keyring },
  allow,
  now,
  wake,
  attempts,
  onChanged,
}: {
  store: Pick<Store, 'webhooks' | 'outbox' | 'replays' | 'keyring'>
  allow: AllowList
  now: () => number
  wake: () => void
  attempts: () => AttemptCounts
  onChanged: (owner: WebhookOwner) => void
}): WebhookPort {
  const pages = createSealedPages(keyring)
  const woken = <Value>(value: Value): Value => {
    wake()
    return value
  }
  /** Null when it is not there. @throws ApiError CONFLICT while it is failing. */
  const active = async (owner: WebhookOwner, id: string) => {
    const webhook = await webhooks.get(owner, id)
    if (webhook?.status === 'failing')
      throw new ApiError('CONFLICT', { detail: 'This webhook is failing: nothing is sent until it is activated.' })
    return webhook
  }
  return {
    overview: async () => ({ attempts: attempts(), ...(await outbox.overview()) }),
    async create(owner, { url, secret: given, ...wanted }) {
      const [where, secret] = [checkReceiver(url, allow, 'body.url'), given ?? newSecret()]
      const webhook = await webhooks
        .create(owner, { ...wanted, ...where, url, secret, now: now() })
        .catch((error: unknown) => {
          if (error instanceof RangeError) throw new ApiError('CONFLICT', { detail: error.message }, { cause: error })
          throw error
        })
      onChanged(owner)
      return { webhook, secret }
    },
    list: webhooks.list,
    get: webhooks.get,
    async update(owner, id, { url, ...change }) {
      const where = url === undefined ? null : { ...checkReceiver(url, allow, 'body.url'), url }
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
      woken(await webhooks.activate(owner, id, { now: now(), oldest: now() - OLDEST_RESUMED_MS })),
    async rotateSecret(owner, id, given) {
      const [secret, earlierUntil] = [given ?? newSecret(), now() + OVERLAP_MS]
      return (await webhooks.rotateSecret(owner, id, { secret, earlierUntil })) ? { secret, earlierUntil } : null
    },
    async test(owner, id) {
      if ((await active(owner, id)) === null) return null
      const data = JSON.stringify({ webhookId: id, message: 'This is a test: nothing happened.' })
      const event = { ...owner, type: TEST_EVENT, entity: null, data, identity: null, at: now() }
      return woken(await outbox.enqueueFor(id, event))
    },
    async deliveries(owner, id, page) {
      if ((await webhooks.get(owner, id)) === null) return null
      return pages(`deliveries of ${id}`, page, (unsealed) => outbox.list(id, unsealed))
    },
    async replay(owner, id, range) {
      if ((await active(owner, id)) === null) return null
      const replayed = await replays.replay(owner, id, { ...range, now: now(), most: MAX_REPLAYED })
      if (replayed === null || typeof replayed === 'number') return woken(replayed)
      const until = new Date(replayed.cutAt).toISOString()
      throw new ApiError('VALIDATION_ERROR', {
        detail: `body.until: more than ${MAX_REPLAYED} events; send those until ${until} first, or name fewer types`,
      })
    },
    async retry(owner, id, deliveryId) {
      if ((await active(owner, id)) === null || (await outbox.get(id, deliveryId)) === null) return null
      const retried = await outbox.retry(id, deliveryId, now())
      if (retried === null) throw new ApiError('CONFLICT', { detail: 'An attempt of this delivery is due already.' })
      return woken(retried)
    },
  }
}

/** As Standard Webhooks writes it: 32 random bytes. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
