import type { Egress } from '@redoubt/egress/createEgress.ts'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { createWebhookAdapters } from '../../src/composition/app.ts'
import { InvalidInput } from '../../src/domain/sourceErrors.ts'
import type { Store } from '../../src/store/openStore.ts'
import { createWebhooks } from '../../src/usecases/webhooks/webhooks.ts'
import { createPostDelivery } from '../../src/webhooks/postDelivery.ts'
import { LIMITS, redirector, type Way } from './ways.ts'

const OWNER = { accountId: 'acc_ssrf', environment: 'live', plan: 'enterprise' } as const
const POSTED = { id: 'dlv_1', eventId: 'evt_1', type: 't', secrets: ['s'] as [string], body: '{}' }

/**
 * The ways of webhooks: creation, an attempt of what was created by an earlier version that refused nothing, one that is redirected,
 * and connections that are kept. `good`: which of the good URLs a way must reach; webhooks take https, and what EGRESS_ALLOW names.
 */
export function webhookWays(
  { guarded, guard }: Egress,
  store: Store,
  goodUrls: readonly string[],
): Record<string, { way: Way; good: readonly string[] }> {
  const post = createPostDelivery(guarded.fetch, guard.allow)
  const service = createWebhooks({
    ...createWebhookAdapters(store, guard.allow),
    now: Date.now,
    wake: () => {},
    onChanged: () => {},
    attempts: () => ({ delivered: 0, refused: 0, unanswered: 0 }),
  })
  const deliver = async (url: string) => {
    const { signal } = new AbortController()
    const { status, error } = await post({ ...POSTED, url }, { at: 0, deadlineMs: LIMITS.deadlineMs, signal })
    if (status === null) throw new EgressError('blocked', error ?? 'no reason')
    return status
  }
  const good = goodUrls.filter((text) => {
    const { protocol, hostname, port, username } = new URL(text)
    return username === '' && (protocol === 'https:' || guard.allow.has(hostname, Number(port || 80)))
  })
  return {
    'webhook-create': {
      good,
      way: async (url) => {
        const wanted = { url, events: ['t'], entities: { spelled: [], keys: [] }, secret: null }
        const { webhook } = await service.create(OWNER, wanted).catch((error: unknown) => {
          if (error instanceof InvalidInput) throw new EgressError('blocked', error.message)
          throw error
        })
        await service.delete(OWNER, webhook.id)
        // What creation lets pass is attempted.
        return String(await deliver(url))
      },
    },
    'webhook-deliver': { good, way: async (url) => String(await deliver(url)) },
    'webhook-redirected': {
      good: [],
      way: async (url, index) => {
        const status = await deliver(redirector('good.test', url, index).replace('http:', 'https:'))
        throw new EgressError('blocked', `${status} is an answer`)
      },
    },
    kept: {
      good: goodUrls,
      way: async (url) =>
        (await guarded.fetch({ ...LIMITS, url, method: 'POST', body: '{}', keepAlive: true })).body.toString(),
    },
    'kept-redirected': {
      good: [],
      way: async (url, index) => {
        const request = { ...LIMITS, url: redirector('good.test', url, index), keepAlive: true, maxRedirects: 5 }
        return (await guarded.fetch(request)).body.toString()
      },
    },
  }
}
