import type { AllowList } from '@redoubt/egress/allowList.ts'
import type { Store } from '../store/openStore.ts'
import type { createWebhooks } from '../usecases/webhooks/webhooks.ts'
import { checkReceiver } from '../webhooks/checkReceiver.ts'
import { newWebhookSecret } from '../webhooks/newWebhookSecret.ts'

type Adapters = 'webhooks' | 'deliveries' | 'replays' | 'cursors' | 'checkReceiver' | 'newSecret'

/** The adapters that webhooks ask: the store, and what may be delivered to. Part of the composition root. */
export function createWebhookAdapters(
  { webhooks, outbox, replays, cursors }: Pick<Store, 'webhooks' | 'outbox' | 'replays' | 'cursors'>,
  allow: AllowList,
): Pick<Parameters<typeof createWebhooks>[0], Adapters> {
  return {
    webhooks,
    deliveries: outbox,
    replays,
    cursors,
    checkReceiver: (url, member) => checkReceiver(url, allow, member),
    newSecret: newWebhookSecret,
  }
}
