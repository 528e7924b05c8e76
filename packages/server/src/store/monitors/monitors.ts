import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Monitor } from '../../domain/monitor.ts'
import type { MonitorStore } from '../../domain/ports/monitors.ts'
import { pageOf, placeIn } from '../createCursors.ts'
import type { Engine } from '../engine/engine.ts'
import type { Schema } from '../schema.ts'
import { takeAdvisoryLock } from '../takeAdvisoryLock.ts'
import { watchAddresses } from './watchAddresses.ts'

/** Monitors, one account and environment at a time, each written with the address that it has watched. */
export function createMonitors({ db, dialect }: Engine): MonitorStore {
  return {
    create: ({ accountId, environment }, wanted, { max, now }) =>
      db.transaction().execute(async (transaction) => {
        await takeAdvisoryLock(transaction, dialect, { kind: 'monitors', accountId, environment })
        const { count } = await transaction
          .selectFrom('monitors')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .executeTakeFirstOrThrow()
        if (Number(count) >= max)
          throw new RangeError(`There are ${max} monitors of this account already; delete one first.`)
        const id = `mon_${uuidv7().replaceAll('-', '')}`
        const row = await transaction
          .insertInto('monitors')
          .values({ id, account_id: accountId, environment, ...columnsOf(wanted), created_at: now, updated_at: now })
          .returningAll()
          .executeTakeFirstOrThrow()
        await watchAddresses(transaction, id, { environment, addresses: [wanted.address], chain: wanted.chain })
        return toMonitor(row)
      }),
    async list({ accountId, environment }, { limit, cursor }) {
      let page = db
        .selectFrom('monitors')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
      if (cursor !== null) page = page.where('seq', '<', placeIn(cursor))
      const read = await page
        .orderBy('seq', 'desc')
        .limit(limit + 1)
        .execute()
      const { rows, nextCursor } = pageOf(read, limit)
      return { monitors: rows.map(toMonitor), nextCursor }
    },
    async get({ accountId, environment }, id) {
      const row = await db
        .selectFrom('monitors')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .executeTakeFirst()
      return row ? toMonitor(row) : null
    },
    replace: ({ accountId, environment }, id, wanted, now) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('monitors')
          .set({ ...columnsOf(wanted), updated_at: now })
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .returningAll()
          .executeTakeFirst()
        if (!row) return null
        await watchAddresses(transaction, id, { environment, addresses: [wanted.address], chain: wanted.chain })
        return toMonitor(row)
      }),
    delete: ({ accountId, environment }, id) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('monitors')
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .executeTakeFirst()
        if (Number(numDeletedRows) === 0) return false
        await watchAddresses(transaction, id, { environment, addresses: [] })
        return true
      }),
  }
}

function columnsOf({
  address,
  chain,
  monitoring,
  alerts,
}: Pick<Monitor, 'address' | 'chain' | 'monitoring' | 'alerts'>) {
  return { address, chain, settings: JSON.stringify({ monitoring, alerts }) }
}

function toMonitor(row: Selectable<Schema['monitors']>): Monitor {
  const { monitoring, alerts }: Pick<Monitor, 'monitoring' | 'alerts'> = JSON.parse(row.settings)
  return {
    id: row.id,
    address: row.address,
    chain: row.chain as Monitor['chain'],
    monitoring,
    alerts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
