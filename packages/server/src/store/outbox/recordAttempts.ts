import { type Kysely, sql } from 'kysely'
import { type DeliveryStatus, failsWebhook, statusAfter } from '../../domain/delivery.ts'
import type { MadeAttempt } from '../../webhooks/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { givenRows } from '../givenRows.ts'
import type { Schema } from '../schema.ts'
import { storableText } from '../storableText.ts'
import { failWebhook } from './failWebhook.ts'
import { lockDeliveries } from './lockDeliveries.ts'

/** Attempts that the log shows, the newest. */
const LOGGED = 20
const LONGEST_ERROR = 300
const COLUMNS = { id: 'text', status: 'text', due_at: 'bigint', log: 'text' } as const

export function createRecord({ db, dialect }: Engine) {
  return (made: readonly MadeAttempt[]): Promise<string[]> =>
    db.transaction().execute(async (transaction) => {
      const rowsNow = await lockDeliveries(
        transaction,
        dialect,
        made.map(({ delivery }) => delivery),
      )
      const kept = new Map(rowsNow.map((row) => [row.id, row]))
      // When the lease has ended, its next holder writes the outcome.
      const own = made.filter(({ delivery }) => kept.get(delivery.id)?.leased_until === delivery.leasedUntil)
      const rows = own.map(({ delivery, attempt: { delivered, nextAt, ...attempt } }) => {
        const { log, status } = kept.get(delivery.id) ?? { log: '[]', status: 'pending' }
        const error = storableText(attempt.error?.slice(0, LONGEST_ERROR) ?? null)
        return {
          id: delivery.id,
          status: statusAfter(status as DeliveryStatus, { delivered, nextAt }, delivery.byHand),
          due_at: nextAt,
          log: JSON.stringify([...JSON.parse(log), { ...attempt, error }].slice(-LOGGED)),
        }
      })
      await sql`
        update deliveries
        set status = given.status, attempts = attempts + 1, by_hand = 0, leased_until = 0, log = given.log,
          due_at = coalesce(given.due_at, deliveries.due_at)
        from ${givenRows(dialect, COLUMNS, rows)} as given
        where deliveries.id = given.id`.execute(transaction)
      await noteTriggered(transaction, dialect, own)
      const failing = own.filter(({ delivery, attempt }) => failsWebhook(attempt, delivery.byHand))
      const webhookIds = [...new Set(failing.map(({ delivery }) => delivery.webhookId))].sort()
      const fresh: string[] = []
      for (const webhookId of webhookIds) if (await failWebhook(transaction, webhookId)) fresh.push(webhookId)
      return fresh
    })
}

async function noteTriggered(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  made: readonly MadeAttempt[],
): Promise<void> {
  const newest = new Map<string, number>()
  for (const { delivery, attempt } of made)
    newest.set(delivery.webhookId, Math.max(attempt.at, newest.get(delivery.webhookId) ?? 0))
  const rows = [...newest].map(([id, at]) => ({ id, at }))
  await sql`
    update webhooks set last_triggered_at = given.at
    from ${givenRows(dialect, { id: 'text', at: 'bigint' }, rows)} as given
    where webhooks.id = given.id`.execute(transaction)
}
