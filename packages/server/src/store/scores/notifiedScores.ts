import type { Chain } from '@redoubt/risk/chain.ts'
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Notified } from '../../domain/compareScores.ts'
import type { NotifiedScores, WatchedEntity } from '../../watch/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { entityKey } from '../givenRows.ts'
import { emitEvent } from '../outbox/insertEvent.ts'
import type { Schema } from '../schema.ts'
import { riskEventWebhooks } from './riskEventWebhooks.ts'
import { syncNotifiedScores } from './syncNotifiedScores.ts'

type Row = Selectable<Schema['notified_scores']>
type Owner = Parameters<NotifiedScores['sync']>[0]

export function createNotifiedScores({ db, dialect }: Engine): NotifiedScores {
  const ofAll = ({ environment, entity, chain }: WatchedEntity, change: Updateable<Schema['notified_scores']>) =>
    db
      .updateTable('notified_scores')
      .set(change)
      .where('entity_key', '=', entityKey(entity))
      .where('chain', '=', chain ?? '')
      .where('environment', '=', environment)
  const turns = createScoreRoundRobin(db)
  return {
    sync: (owner, at) => db.transaction().execute((transaction) => syncNotifiedScores(transaction, owner, at)),
    async owners() {
      const listening = db.selectFrom('webhooks').select(['account_id', 'environment'])
      const watching = db.selectFrom('notified_scores').select(['account_id', 'environment'])
      const rows = await listening.union(watching).execute()
      return rows.map(({ account_id: accountId, environment }) => ({
        accountId,
        environment: environment as Owner['environment'],
      }))
    },
    async isWanted(owner, entity) {
      return (await riskEventWebhooks(db, owner, entity)).length > 0
    },
    async lease(now, leaseMs, limit) {
      // SQLite would lock the database for every look.
      const accounts = await turns.next(now, limit)
      if (accounts.length === 0) return []
      return db.transaction().execute(async (transaction) => {
        const rows: Pick<Row, 'seq' | 'environment' | 'entity' | 'chain'>[] = []
        for (const [place, account] of accounts.entries()) {
          const due = transaction
            .selectFrom('notified_scores')
            .select(['seq', 'environment', 'entity', 'chain'])
            .where('account_id', '=', account)
            .where('due_at', '<=', now)
            .where('leased_until', '<=', now)
            .orderBy('due_at')
            .limit(Math.ceil((limit - rows.length) / (accounts.length - place)))
          rows.push(...(await (dialect === 'postgres' ? due.forUpdate().skipLocked() : due).execute()))
        }
        const seqs = rows.map(({ seq }) => seq)
        if (seqs.length > 0)
          await transaction
            .updateTable('notified_scores')
            .set({ leased_until: now + leaseMs })
            .where('seq', 'in', seqs)
            .execute()
        const distinct = new Map(rows.map((row) => [`${row.environment} ${row.chain} ${row.entity}`, toWatched(row)]))
        return [...distinct.values()]
      })
    },
    async watchers({ environment, entity, chain }) {
      const rows = await db
        .selectFrom('notified_scores')
        .select('account_id')
        .where('entity_key', '=', entityKey(entity))
        .where('chain', '=', chain ?? '')
        .where('environment', '=', environment)
        .execute()
      return rows.map(({ account_id }) => account_id)
    },
    async add({ accountId, environment }, { entity, chain }, dueAt) {
      await db
        .insertInto('notified_scores')
        .values({
          account_id: accountId,
          environment,
          entity_key: entityKey(entity),
          entity,
          chain: chain ?? '',
          threats: null,
          checked_at: 0,
          due_at: dueAt,
          leased_until: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    settle: ({ accountId, environment }, { entity, chain }, { now, dueAt }, compare) =>
      db.transaction().execute(async (transaction) => {
        let found = transaction
          .selectFrom('notified_scores')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .where('entity_key', '=', entityKey(entity))
          .where('chain', '=', chain ?? '')
        // A concurrent settlement of the row waits, and then sees what was reported.
        if (dialect === 'postgres') found = found.forUpdate()
        const row = await found.executeTakeFirst()
        if (!row) return null
        const { known, events } = compare(toKnown(row))
        await transaction
          .updateTable('notified_scores')
          .set({ ...columnsOf(known), checked_at: now, due_at: dueAt, leased_until: 0 })
          .where('seq', '=', row.seq)
          .execute()
        let deliveries = 0
        for (const event of events) deliveries += (await emitEvent(transaction, event))?.deliveries ?? 0
        return deliveries
      }),
    async postpone(watched, dueAt) {
      await ofAll(watched, { due_at: dueAt, leased_until: 0 }).execute()
    },
    async touch({ environment, chain }, entities, { now, gapMs }) {
      if (entities.length === 0) return false
      const { numUpdatedRows } = await db
        .updateTable('notified_scores')
        .set(({ eb, ref }) => ({
          due_at: eb
            .case()
            .when('checked_at', '<=', now - gapMs)
            .then(now)
            .else(eb(ref('checked_at'), '+', gapMs))
            .end(),
        }))
        .where('entity_key', 'in', entities.map(entityKey))
        .where('chain', '=', chain ?? '')
        .where('environment', '=', environment)
        .where('due_at', '>', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

function toWatched({ environment, entity, chain }: Pick<Row, 'environment' | 'entity' | 'chain'>): WatchedEntity {
  return {
    environment: environment as WatchedEntity['environment'],
    entity,
    chain: chain === '' ? null : (chain as Chain),
  }
}

function toKnown({ ruleset_version, score, confidence, unavailable, threats, doubted_since }: Row): Notified {
  return {
    base:
      ruleset_version === null || score === null || confidence === null
        ? null
        : {
            rulesetVersion: ruleset_version,
            score,
            confidence,
            unavailable: unavailable === null ? null : JSON.parse(unavailable),
          },
    threats: threats === null ? null : JSON.parse(threats),
    doubtedSince: doubted_since,
  }
}

function columnsOf({ base, threats, doubtedSince }: Notified) {
  return {
    ruleset_version: base?.rulesetVersion ?? null,
    score: base?.score ?? null,
    confidence: base?.confidence ?? null,
    unavailable: base?.unavailable ? JSON.stringify(base.unavailable) : null,
    threats: threats && JSON.stringify(threats),
    doubted_since: doubtedSince,
  }
}

/**
 * Round-robin over the accounts whose entities are due for a new score: one account that watches thousands delays no other.
 * The position is this process's own, in the order of account ids.
 */
function createScoreRoundRobin(db: Kysely<Schema>) {
  let last = ''
  /** Accounts after one that have something due; each costs a look into an index, whatever waits for it. */
  const after = async (account: string, now: number, limit: number) => {
    const { rows } = await sql<{ id: string }>`
      with recursive accounts (id) as (
        select min(account_id) from notified_scores where account_id > ${account}
        union all
        select (select min(account_id) from notified_scores where account_id > accounts.id)
        from accounts where accounts.id is not null
      )
      select id from accounts where id is not null and exists (
        select 1 from notified_scores where account_id = accounts.id and due_at <= ${now} and leased_until <= ${now})
      limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  }
  return {
    /** Up to `limit` accounts, those first that were asked about longest ago. `now` in Unix milliseconds. */
    async next(now: number, limit: number): Promise<string[]> {
      const later = await after(last, now, limit)
      const found = later.length < limit ? [...new Set([...later, ...(await after('', now, limit))])] : later
      const accounts = found.slice(0, limit)
      last = accounts.at(-1) ?? last
      return accounts
    },
  }
}
