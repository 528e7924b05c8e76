import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Owner } from '../../domain/account.ts'
import type { WebhookStore } from '../../domain/ports/webhooks.ts'
import { MAX_WEBHOOKS, type Webhook, type WebhookEntities } from '../../domain/webhook.ts'
import type { Engine } from '../engine/engine.ts'
import { entityKey, givenRows, storableText } from '../givenRows.ts'
import type { Keyring } from '../keyring.ts'
import { watchAddresses } from '../monitors/watchAddresses.ts'
import type { Schema } from '../schema.ts'
import { takeAdvisoryLock } from '../takeAdvisoryLock.ts'

const COLUMNS = { place: 'bigint', entity_key: 'text', entity: 'text', spelled: 'text' } as const

export type Webhooks = WebhookStore & {
  /** How many are sealed under each secret of the server. */
  countBySecret(): Promise<{ secretId: string; webhooks: number }[]>
}

/** Characters of a server secret's id, which what it sealed begins with. */
const SECRET_ID = 12

export function createWebhooks({ db, dialect }: Engine, keyring: Keyring): Webhooks {
  const owned = (on: Kysely<Schema>, { accountId, environment }: Owner) =>
    on.selectFrom('webhooks').selectAll().where('account_id', '=', accountId).where('environment', '=', environment)
  const change = async (on: Kysely<Schema>, owner: Owner, id: string, values: Partial<Row>) => {
    const row = await on
      .updateTable('webhooks')
      // An empty change is none that SQL can say.
      .set({ id, ...values })
      .where('id', '=', id)
      .where('account_id', '=', owner.accountId)
      .where('environment', '=', owner.environment)
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  }
  return {
    create: (owner, { url, endpoint, events, entities, secret, now, max = MAX_WEBHOOKS }) =>
      db.transaction().execute(async (transaction) => {
        await takeAdvisoryLock(transaction, dialect, { kind: 'webhooks', ...owner })
        if ((await owned(transaction, owner).clearSelect().select('id').execute()).length >= max)
          throw new RangeError(`There are ${max} webhooks of this account already; delete one first.`)
        const id = `wh_${uuidv7().replaceAll('-', '')}`
        const row = await transaction
          .insertInto('webhooks')
          .values({
            id,
            account_id: owner.accountId,
            environment: owner.environment,
            url,
            endpoint,
            events: JSON.stringify(events),
            listed: entities.keys.length,
            secret: sealWebhookSecret(keyring, id, secret),
            status: 'active',
            created_at: now,
            earlier_secret: null,
            earlier_until: 0,
            last_triggered_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await listEntities(transaction, dialect, { id, environment: owner.environment, entities })
        return withEntities(transaction, row)
      }),
    list: async (owner) => (await owned(db, owner).orderBy('seq', 'desc').execute()).map(toWebhook),
    async get(owner, id) {
      const row = await owned(db, owner).where('id', '=', id).executeTakeFirst()
      return row ? withEntities(db, row) : null
    },
    update: (owner, id, { where, events, entities }) =>
      db.transaction().execute(async (transaction) => {
        const changed = await change(transaction, owner, id, {
          ...where,
          ...(events && { events: JSON.stringify(events) }),
          ...(entities && { listed: entities.keys.length }),
        })
        if (changed === null) return null
        if (entities !== undefined)
          await listEntities(transaction, dialect, { id, environment: owner.environment, entities })
        return withEntities(transaction, changed)
      }),
    delete: (owner, id) =>
      db.transaction().execute(async (transaction) => {
        if ((await change(transaction, owner, id, {})) === null) return false
        await transaction.deleteFrom('deliveries').where('webhook_id', '=', id).execute()
        await transaction.deleteFrom('webhooks').where('id', '=', id).execute()
        await listEntities(transaction, dialect, {
          id,
          environment: owner.environment,
          entities: { spelled: [], keys: [] },
        })
        return true
      }),
    rotateSecret: (owner, id, { secret, earlierUntil }) =>
      db.transaction().execute(async (transaction) => {
        const row = await owned(transaction, owner).where('id', '=', id).executeTakeFirst()
        if (!row) return false
        await change(transaction, owner, id, {
          secret: sealWebhookSecret(keyring, id, secret),
          earlier_secret: row.secret,
          earlier_until: openWebhookSecret(keyring, id, row.secret) === null ? 0 : earlierUntil,
        })
        return true
      }),
    activate: (owner, id, { now, oldest }) =>
      db.transaction().execute(async (transaction) => {
        const activated = await change(transaction, owner, id, { status: 'active' })
        if (activated === null) return null
        const parked = transaction.updateTable('deliveries').where('webhook_id', '=', id).where('status', '=', 'parked')
        await parked.set({ status: 'expired' }).where('created_at', '<', oldest).execute()
        await parked
          .set({ status: 'pending', attempts: 0, by_hand: 0, first_attempt_at: null, due_at: now, leased_until: 0 })
          .execute()
        return withEntities(transaction, activated)
      }),
    async countBySecret() {
      const rows = await db
        .selectFrom('webhooks')
        .select(({ fn, ref, lit }) => [
          fn<string>('substr', [ref('secret'), lit(1), lit(SECRET_ID)]).as('secretId'),
          fn.countAll<number>().as('webhooks'),
        ])
        .groupBy('secretId')
        .execute()
      return rows
    },
  }
}

type Row = Selectable<Schema['webhooks']>

async function withEntities(on: Kysely<Schema>, row: Row): Promise<Webhook> {
  const listed = await on
    .selectFrom('webhook_entities')
    .select('spelled')
    .where('webhook_id', '=', row.id)
    .orderBy('place')
    .execute()
  return { ...toWebhook(row), entities: listed.map(({ spelled }) => spelled) }
}

function toWebhook(row: Row): Omit<Webhook, 'entities'> {
  return {
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events),
    status: row.status as Webhook['status'],
    lastTriggeredAt: row.last_triggered_at,
    createdAt: row.created_at,
  }
}

/** Of a row of `webhooks`: whether it lists the entity, or nothing at all. Null is listed by none. */
export function namesEntity(entity: string | null): RawBuilder<boolean> {
  if (entity === null) return sql<boolean>`webhooks.listed = 0`
  return sql<boolean>`(webhooks.listed = 0 or exists (
    select 1 from webhook_entities where webhook_id = webhooks.id and entity_key = ${entityKey(entity)}))`
}

/** The secret of a webhook as it is kept: it must be read to sign, so it is encrypted, not hashed. */
export function sealWebhookSecret(keyring: Keyring, webhookId: string, secret: string): string {
  const current = keyring.current()
  return `${current.id}:${current.sealWebhookSecret(secret, webhookId)}`
}

/** Null when it was sealed under a secret of the server that is gone. */
export function openWebhookSecret(keyring: Keyring, webhookId: string, kept: string): string | null {
  const [secretId, sealed = ''] = kept.split(':')
  const find = () => [keyring.current(), ...keyring.earlier()].find(({ id }) => id === secretId)
  // Another process may have made a new secret current.
  const secret = find() ?? (keyring.refresh('now') ? find() : undefined)
  return secret?.unsealWebhookSecret(sealed, webhookId) ?? null
}

/** Whether it is kept as `sealWebhookSecret` would keep it now. */
export function isWebhookSecretSealed(keyring: Keyring, kept: string): boolean {
  return kept.startsWith(`${keyring.current().id}:`)
}

/** What a webhook lists, instead of what it listed so far, and the addresses among it watched. In the transaction that writes the webhook. */
async function listEntities(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  { id, environment, entities: { spelled, keys } }: { id: string; environment: string; entities: WebhookEntities },
): Promise<void> {
  await transaction.deleteFrom('webhook_entities').where('webhook_id', '=', id).execute()
  const rows = keys.map((key, place) => {
    const entity = storableText(key)
    return { place, entity_key: entityKey(entity), entity, spelled: storableText(spelled[place] ?? key) }
  })
  await sql`insert into webhook_entities (webhook_id, place, entity_key, entity, spelled)
    select ${id}, place, entity_key, entity, spelled from ${givenRows(dialect, COLUMNS, rows)} as given`.execute(
    transaction,
  )
  await watchAddresses(transaction, id, { environment, addresses: keys })
}
