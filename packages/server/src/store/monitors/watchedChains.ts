import type { Hex } from '@redoubt/risk/address.ts'
import { type Kysely, sql } from 'kysely'
import type { InternalTransferCoverage } from '../../domain/monitor.ts'
import { LeadershipLost, type WatchedChain, type WatchStore } from '../../watch/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { emitEvent } from '../outbox/insertEvent.ts'
import { lockDeliveries } from '../outbox/lockDeliveries.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import type { Schema } from '../schema.ts'

/** Ids in one statement. */
const CHUNK = 500

export type WatchedChains = WatchStore & {
  /** Deletes what is left of sandboxes that ended. */
  prune(now: number, pacing?: Pacing): Promise<void>
}

/** A sandbox lives as long as its process, which renews its lead all the time. */
const ENDED_AFTER_MS = 60 * 60 * 1000

const NEVER_JUDGED = { number: null, hash: null, inside: null, passed_from: null, passed_to: null, passed_at: null }

/** What names a row within its chain. */
const KEPT_OF_A_CHAIN = [
  { table: 'watched_blocks', key: 'number' },
  { table: 'watched_events', key: 'event_id' },
] as const

export function createWatchedChains({ db, dialect }: Engine): WatchedChains {
  const keyOf = ({ chain, environment, instance }: WatchedChain) => ({ chain, environment, instance })

  /** Where the chain stands, held until the transaction ends: everything that moves it goes through here. */
  async function hold(on: Kysely<Schema>, watched: WatchedChain, node: string) {
    let row = on.selectFrom('watched_chains').select(['number', 'hash', 'leader']).where(at(watched))
    if (dialect === 'postgres') row = row.forUpdate()
    const held = await row.executeTakeFirst()
    if (held?.leader !== node) throw new LeadershipLost()
    return held
  }
  /** What is kept of the chain's blocks; all, unless said otherwise. */
  async function clear(on: Kysely<Schema>, watched: WatchedChain, which = sql<boolean>`1 = 1`): Promise<void> {
    await on.deleteFrom('watched_blocks').where(at(watched)).where(which).execute()
    await on.deleteFrom('watched_events').where(at(watched)).where(which).execute()
  }

  return {
    async lead(watched, node, now, leaseMs) {
      await db
        .insertInto('watched_chains')
        .values({ ...keyOf(watched), ...NEVER_JUDGED, leader: null, leased_until: 0 })
        .onConflict((conflict) => conflict.columns(['chain', 'environment', 'instance']).doNothing())
        .execute()
      const { numUpdatedRows } = await db
        .updateTable('watched_chains')
        .set({ leader: node, leased_until: now + leaseMs })
        .where(at(watched))
        .where(({ eb, or }) => or([eb('leader', 'is', null), eb('leader', '=', node), eb('leased_until', '<=', now)]))
        .executeTakeFirst()
      return Number(numUpdatedRows) === 1
    },
    async release(watched, node) {
      await db
        .updateTable('watched_chains')
        .set({ leader: null, leased_until: 0 })
        .where(at(watched))
        .where('leader', '=', node)
        .execute()
    },
    async load(watched) {
      const rows = await db
        .selectFrom('watched_blocks')
        .select(['number', 'hash'])
        .where(at(watched))
        .orderBy('number')
        .execute()
      return rows.map(({ number, hash }) => ({ number: BigInt(number), hash: hash as Hex }))
    },
    async status(watched) {
      const row = await db
        .selectFrom('watched_chains')
        .select(['number', 'inside', 'passed_from', 'passed_to', 'passed_at'])
        .where(at(watched))
        .executeTakeFirst()
      if (row === undefined) return null
      const { number, inside, passed_from: from, passed_to: to, passed_at: passedAt } = row
      const isPassed = from !== null && to !== null && passedAt !== null
      return {
        number: number === null ? null : BigInt(number),
        inside: inside as InternalTransferCoverage | null,
        skippedBlocks: isPassed ? { from: BigInt(from), to: BigInt(to), at: Number(passedAt) } : null,
      }
    },
    begin: (watched, node, { number, hash }, skippedBlocks) =>
      db.transaction().execute(async (transaction) => {
        await hold(transaction, watched, node)
        await clear(transaction, watched)
        const block = { number: Number(number), hash }
        const passed = skippedBlocks && {
          passed_from: Number(skippedBlocks.from),
          passed_to: Number(skippedBlocks.to),
          passed_at: skippedBlocks.at,
        }
        await transaction
          .updateTable('watched_chains')
          .set({ ...block, ...passed })
          .where(at(watched))
          .execute()
        await transaction
          .insertInto('watched_blocks')
          .values({ ...keyOf(watched), ...block })
          .execute()
      }),
    advance: (watched, node, { block, parentHash, events, keepFrom, inside }) =>
      db.transaction().execute(async (transaction) => {
        const last = await hold(transaction, watched, node)
        if (last.hash !== parentHash || last.number !== Number(block.number) - 1) throw new LeadershipLost()
        const key = keyOf(watched)
        const number = Number(block.number)
        let due = 0
        for (const event of events) {
          const told = await emitEvent(transaction, event)
          if (told === null) continue
          due += told.deliveries
          await transaction
            .insertInto('watched_events')
            .values({ ...key, number, event_id: told.id })
            .execute()
        }
        await transaction
          .updateTable('watched_chains')
          .set({ number, hash: block.hash, ...(inside !== undefined && { inside }) })
          .where(at(watched))
          .execute()
        await transaction
          .insertInto('watched_blocks')
          .values({ ...key, number, hash: block.hash })
          .execute()
        await clear(transaction, watched, sql<boolean>`number < ${Number(keepFrom)}`)
        return due
      }),
    rollBack: (watched, node, to) =>
      db.transaction().execute(async (transaction) => {
        await hold(transaction, watched, node)
        const [key, number] = [keyOf(watched), Number(to.number)]
        const orphaned = transaction
          .selectFrom('watched_events')
          .select('event_id')
          .where(at(watched))
          .where('number', '>', number)
        const ids = (await orphaned.execute()).map(({ event_id }) => event_id)
        const withdrawn = await withdrawEvents(transaction, dialect, ids)
        await clear(transaction, watched, sql<boolean>`number > ${number}`)
        // Below all that was kept there is no mark yet.
        await transaction
          .insertInto('watched_blocks')
          .values({ ...key, number, hash: to.hash })
          .onConflict((conflict) =>
            conflict.columns(['chain', 'environment', 'instance', 'number']).doUpdateSet({ hash: to.hash }),
          )
          .execute()
        await transaction.updateTable('watched_chains').set({ number, hash: to.hash }).where(at(watched)).execute()
        return withdrawn
      }),
    forget: (watched, node) =>
      db.transaction().execute(async (transaction) => {
        await hold(transaction, watched, node)
        await clear(transaction, watched)
        await transaction.deleteFrom('watched_chains').where(at(watched)).execute()
      }),
    async prune(now, pacing) {
      const ended = await db
        .selectFrom('watched_chains')
        .select(['chain', 'environment', 'instance'])
        .where('instance', '!=', '')
        .where('leased_until', '<', now - ENDED_AFTER_MS)
        .execute()
      for (const row of ended) {
        const watched = row as WatchedChain
        for (const { table, key } of KEPT_OF_A_CHAIN)
          await pruneInChunks(
            dialect,
            async (limit) => {
              const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${at(watched)}
                and ${sql.ref(key)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${at(watched)} limit ${limit})`.execute(
                db,
              )
              return Number(numAffectedRows)
            },
            pacing,
          )
        if (pacing?.signal?.aborted) return
        await db.deleteFrom('watched_chains').where(at(watched)).execute()
      }
    },
  }
}

function at({ chain, environment, instance }: WatchedChain) {
  return sql<boolean>`(chain = ${chain} and environment = ${environment} and instance = ${instance})`
}

/**
 * Removes events that did not happen after all, with their deliveries. An event stays with all its deliveries when any of
 * them was attempted or is being attempted: a receiver knows of it.
 * @returns How many events were removed.
 */
async function withdrawEvents(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  ids: readonly string[],
): Promise<number> {
  let withdrawn = 0
  for (let start = 0; start < ids.length; start += CHUNK) {
    const part = ids.slice(start, start + CHUNK)
    const deliveries = await transaction
      .selectFrom('deliveries')
      .select(['id', 'webhook_id as webhookId'])
      .where('event_id', 'in', part)
      .execute()
    // Waits for a worker that is leasing one of them now.
    const locked = await lockDeliveries(transaction, dialect, deliveries)
    const told = new Set(locked.flatMap((row) => (row.first_attempt_at === null ? [] : [row.event_id])))
    const untold = part.filter((id) => !told.has(id))
    if (untold.length === 0) continue
    await transaction.deleteFrom('deliveries').where('event_id', 'in', untold).execute()
    const { numDeletedRows } = await transaction.deleteFrom('events').where('id', 'in', untold).executeTakeFirst()
    withdrawn += Number(numDeletedRows)
  }
  return withdrawn
}
