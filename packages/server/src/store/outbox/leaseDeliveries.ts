import { type Kysely, type Selectable, sql } from 'kysely'
import type { LeasedDelivery, LeaseOptions } from '../../webhooks/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { givenRows } from '../givenRows.ts'
import type { Keyring } from '../keyring.ts'
import type { Schema } from '../schema.ts'
import { openWebhookSecret } from '../webhooks/webhooks.ts'
import { failWebhook } from './lockDeliveries.ts'

/** Webhooks that are read one by one in one go, when some webhook has enough to do; the rest come next. */
const WEBHOOKS_AT_ONCE = 16

export function createLease({ db, dialect }: Pick<Engine, 'db' | 'dialect'>, keyring: Keyring) {
  const leaseOnce = async ({ now, leaseMs, limit, without, bodyOf }: LeaseOptions) => {
    /** Those whose secret cannot be opened, and those that were failing when a delivery for them was written. */
    const mute = new Set<string>()
    const leased = await db.transaction().execute(async (transaction) => {
      const due = await selectDue(transaction, dialect, { now, limit, without })
      if (due.length === 0) return { taken: [], looked: false }
      const { webhooks, events } = await selectTargets(transaction, dialect, due)
      const secretsOf = opener(keyring, webhooks, now)
      const taken: LeasedDelivery[] = []
      const orphans: string[] = []
      for (const row of due) {
        const { id, webhook_id: webhookId, event_id: eventId, attempts, by_hand } = row
        const [webhook, event, secrets] = [webhooks.get(webhookId), events.get(eventId), secretsOf(webhookId)]
        // Written while the one or the other was deleted. Left, it would be the oldest for ever and hide what is due.
        if (!webhook || !event) {
          orphans.push(id)
          continue
        }
        if (secrets === null || webhook.status !== 'active') {
          mute.add(webhookId)
          continue
        }
        const { type, data } = event
        const timestamp = new Date(event.at).toISOString()
        taken.push({
          id,
          webhookId,
          accountId: webhook.account_id,
          eventId,
          type,
          url: webhook.url,
          endpoint: webhook.endpoint,
          secrets,
          attempts,
          body: row.body ?? bodyOf({ id: eventId, type, timestamp, data }, secrets[0]),
          firstAttemptAt: row.first_attempt_at ?? now,
          byHand: by_hand === 1,
          leasedUntil: now + leaseMs,
        })
      }
      const rows = taken.map(({ id, body }) => ({ id, body }))
      await sql`
        update deliveries
        set leased_until = ${now + leaseMs}, body = coalesce(deliveries.body, given.body),
          first_attempt_at = coalesce(first_attempt_at, ${now})
        from ${givenRows(dialect, { id: 'text', body: 'text' }, rows)} as given
        where deliveries.id = given.id`.execute(transaction)
      const gone = orphans.map((id) => ({ id }))
      if (gone.length > 0)
        await sql`
          delete from deliveries
          where id in (select id from ${givenRows(dialect, { id: 'text' }, gone)} as given)`.execute(transaction)
      return { taken, looked: true }
    })
    // In transactions of their own: a webhook is locked before its deliveries, here as everywhere.
    for (const webhookId of mute) await db.transaction().execute((transaction) => failWebhook(transaction, webhookId))
    return leased
  }
  return async (options: LeaseOptions): Promise<LeasedDelivery[]> => {
    for (;;) {
      const { taken, looked } = await leaseOnce(options)
      // None of what was due could be sent, and none of it is due any more: look at what is behind it.
      if (taken.length > 0 || !looked) return taken
    }
  }
}

async function selectTargets(transaction: Kysely<Schema>, dialect: Engine['dialect'], due: readonly DueDelivery[]) {
  const ids = (values: string[]) =>
    sql<string>`(select id from ${givenRows(
      dialect,
      { id: 'text' },
      [...new Set(values)].map((id) => ({ id })),
    )} as given)`
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select(['id', 'account_id', 'url', 'endpoint', 'status', 'secret', 'earlier_secret', 'earlier_until'])
    .where('id', 'in', ids(due.map(({ webhook_id }) => webhook_id)))
    .execute()
  const events = await transaction
    .selectFrom('events')
    .select(['id', 'type', 'data', 'at'])
    .where('id', 'in', ids(due.map(({ event_id }) => event_id)))
    .execute()
  return {
    webhooks: new Map(webhooks.map((row) => [row.id, row])),
    events: new Map(events.map((row) => [row.id, row])),
  }
}

type Sealed = { secret: string; earlier_secret: string | null; earlier_until: number }

/** Secrets are opened once for all deliveries of a webhook. */
function opener(keyring: Keyring, webhooks: ReadonlyMap<string, Sealed>, now: number) {
  const known = new Map<string, LeasedDelivery['secrets'] | null>()
  return (id: string) => {
    const sealed = webhooks.get(id)
    let opened = known.get(id)
    if (sealed && opened === undefined) {
      opened = openAll(keyring, id, sealed.secret, sealed.earlier_until > now ? sealed.earlier_secret : null)
      known.set(id, opened)
    }
    return opened ?? null
  }
}

/** Null when the server's secret that sealed them is gone: nothing can be signed. */
function openAll(
  keyring: Keyring,
  id: string,
  secret: string,
  earlier: string | null,
): LeasedDelivery['secrets'] | null {
  const current = openWebhookSecret(keyring, id, secret)
  if (current === null) return null
  const before = earlier === null ? null : openWebhookSecret(keyring, id, earlier)
  return before === null ? [current] : [current, before]
}

type DueDelivery = Pick<
  Selectable<Schema['deliveries']>,
  'id' | 'webhook_id' | 'event_id' | 'attempts' | 'by_hand' | 'first_attempt_at' | 'body'
>

/**
 * Selects and locks deliveries that are due and not leased, the oldest first, from an index of the pending ones and without
 * a join: the cost does not grow with the backlog. While some webhook has enough to do, they are read webhook by webhook,
 * and its backlog is not read.
 * @param options.without webhooks that have enough to do.
 */
async function selectDue(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  { now, limit, without }: { now: number; limit: number; without: readonly string[] },
): Promise<DueDelivery[]> {
  const oldest = (max: number, webhookId?: string) => {
    let due = transaction
      .selectFrom('deliveries')
      .select(['id', 'webhook_id', 'event_id', 'attempts', 'by_hand', 'first_attempt_at', 'body'])
      // As it stands in the index: of a parameter SQLite does not know that it is this.
      .where(sql<boolean>`status = 'pending'`)
      .where('due_at', '<=', now)
      .where('leased_until', '<=', now)
      .orderBy('due_at')
      .orderBy('seq')
      .limit(max)
    if (webhookId !== undefined) due = due.where('webhook_id', '=', webhookId)
    if (dialect === 'postgres') due = due.forUpdate().skipLocked()
    return due.execute()
  }
  if (without.length === 0) return oldest(limit)

  const busy = givenRows(
    dialect,
    { id: 'text' },
    without.map((id) => ({ id })),
  )
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select('id')
    .where(sql<boolean>`webhooks.id not in (select id from ${busy} as given)`)
    .where(
      sql<boolean>`exists (
        select 1 from deliveries
        where webhook_id = webhooks.id and deliveries.status = 'pending' and due_at <= ${now} and leased_until <= ${now})`,
    )
    .limit(WEBHOOKS_AT_ONCE)
    .execute()
  const found: DueDelivery[] = []
  for (const { id } of webhooks) found.push(...(await oldest(Math.ceil(limit / webhooks.length), id)))
  return found
}
