import { createAllowList } from '@redoubt/egress/allowList.ts'
import { createEventService } from '../../composition/eventService.ts'
import { createWebhookService } from '../../composition/webhookService.ts'
import type { EventPort } from '../../domain/ports/events.ts'
import type { WebhookPort } from '../../domain/ports/webhooks.ts'
import { openStore } from '../../store/openStore.ts'
import type { NewEvent } from '../../watch/ports.ts'

export type TestWebhooks = {
  webhooks: WebhookPort
  events: EventPort
  /** Something happens. */
  tell(event: NewEvent): Promise<void>
}

/** The real webhooks and events over a database in memory, which is opened when it is first asked. Nothing is delivered. */
export function testWebhooks(now: () => number): TestWebhooks {
  type Opened = { webhooks: WebhookPort; events: EventPort; tell(event: NewEvent): Promise<unknown> }
  let opened: Promise<Opened> | undefined
  const open = async (): Promise<Opened> => {
    const store = await openStore('sqlite::memory:', null)
    await store.migrate()
    return {
      webhooks: createWebhookService({
        store,
        allow: createAllowList(['localhost:9000']),
        now,
        wake: () => {},
        onChanged: () => {},
        attempts: () => ({ delivered: 3, refused: 2, unanswered: 1 }),
      }),
      events: createEventService(store),
      tell: store.outbox.enqueue,
    }
  }
  const port = () => {
    opened ??= open()
    return opened
  }
  return {
    webhooks: {
      overview: async () => (await port()).webhooks.overview(),
      create: async (...given) => (await port()).webhooks.create(...given),
      list: async (...given) => (await port()).webhooks.list(...given),
      get: async (...given) => (await port()).webhooks.get(...given),
      update: async (...given) => (await port()).webhooks.update(...given),
      delete: async (...given) => (await port()).webhooks.delete(...given),
      activate: async (...given) => (await port()).webhooks.activate(...given),
      rotateSecret: async (...given) => (await port()).webhooks.rotateSecret(...given),
      test: async (...given) => (await port()).webhooks.test(...given),
      deliveries: async (...given) => (await port()).webhooks.deliveries(...given),
      retry: async (...given) => (await port()).webhooks.retry(...given),
      replay: async (...given) => (await port()).webhooks.replay(...given),
    },
    events: {
      list: async (...given) => (await port()).events.list(...given),
      get: async (...given) => (await port()).events.get(...given),
      end: async (...given) => (await port()).events.end(...given),
      count: async (...given) => (await port()).events.count(...given),
      news: async (...given) => (await port()).events.news(...given),
    },
    tell: async (event) => void (await (await port()).tell(event)),
  }
}
