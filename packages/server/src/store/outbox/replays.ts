import { setImmediate } from 'node:timers/promises'
import type { Replays } from '../../domain/ports/webhooks.ts'
import type { WebhookStatus } from '../../domain/webhook.ts'
import type { Engine } from '../engine/engine.ts'
import { newDelivery } from './newDelivery.ts'
import { selectReplayed } from './selectReplayed.ts'

/** Deliveries written in one statement: SQLite works in this thread. */
const AT_ONCE = 100

export function createReplays({ db, dialect }: Engine): Replays {
  return {
    replay: ({ accountId, environment }, webhookId, { since, until, types, now, most }) =>
      db.transaction().execute(async (transaction) => {
        const owned = transaction
          .selectFrom('webhooks')
          .select(['events', 'listed', 'status'])
          .where('id', '=', webhookId)
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
        // Another replay of it at the same time waits, and then finds on its way what this one sends.
        const webhook = await (dialect === 'postgres' ? owned.forUpdate() : owned).executeTakeFirst()
        if (!webhook) return null
        const about = { accountId, environment, webhookId, since, until, types: types ?? JSON.parse(webhook.events) }
        const found = await selectReplayed(transaction, { ...about, all: webhook.listed === 0, limit: most + 1 })
        const beyond = found[most]
        if (beyond !== undefined) return { cutAt: beyond.at }
        const rows = found.map(({ id }) => newDelivery(webhookId, id, now, webhook.status as WebhookStatus))
        for (let from = 0; from < rows.length; from += AT_ONCE) {
          await transaction
            .insertInto('deliveries')
            .values(rows.slice(from, from + AT_ONCE))
            .execute()
          await setImmediate()
        }
        return rows.length
      }),
  }
}
