import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { AUDIT_KEPT_MS, type AuditAction, type AuditEntry, MAX_AUDIT_ENTRIES } from '../../domain/auditEntry.ts'
import type { AuditLog } from '../../domain/ports/audit.ts'
import { pageOf, placeIn } from '../createCursors.ts'
import type { Engine } from '../engine/engine.ts'
import { storableText } from '../givenRows.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import type { Schema } from '../schema.ts'

const MAX_DETAIL = 300

export type AuditEntries = AuditLog & {
  /** Deletes what is old, and what is beyond an account's bound. */
  prune(now: number, pacing?: Pacing): Promise<void>
}

export function createAuditLog({ db, dialect }: Engine): AuditEntries {
  return {
    async add({ accountId, at, actor, address, action, subject, detail }) {
      await db
        .insertInto('audit_entries')
        .values({
          id: `aud_${uuidv7().replaceAll('-', '')}`,
          account_id: accountId,
          at,
          actor_kind: actor.kind,
          actor_id: actor.id,
          actor_name: storableText(actor.name),
          address,
          action,
          subject: storableText(subject.slice(0, MAX_DETAIL)),
          detail: storableText(detail.slice(0, MAX_DETAIL)),
        })
        .execute()
    },
    async list({ accountId, limit, cursor }) {
      let page = db.selectFrom('audit_entries').selectAll().where('account_id', '=', accountId)
      if (cursor !== null) page = page.where('seq', '<', placeIn(cursor))
      const read = await page
        .orderBy('seq', 'desc')
        .limit(limit + 1)
        .execute()
      const { rows, nextCursor } = pageOf(read, limit)
      return { entries: rows.map(toEntry), nextCursor }
    },
    async prune(now, pacing) {
      const remove = async (limit: number) => {
        const old = db
          .selectFrom('audit_entries')
          .select('seq')
          .where('at', '<', now - AUDIT_KEPT_MS)
          .limit(limit)
        return removed(await db.deleteFrom('audit_entries').where('seq', 'in', old).executeTakeFirst())
      }
      await pruneInChunks(dialect, remove, pacing)
      const full = await db
        .selectFrom('audit_entries')
        .select('account_id')
        .groupBy('account_id')
        .having(({ fn }) => fn.countAll(), '>', MAX_AUDIT_ENTRIES)
        .execute()
      for (const { account_id } of full) {
        const removeSurplus = async (limit: number) => {
          const surplus = db
            .selectFrom('audit_entries')
            .select('seq')
            .where('account_id', '=', account_id)
            .orderBy('seq', 'desc')
            .limit(limit)
            .offset(MAX_AUDIT_ENTRIES)
          return removed(await db.deleteFrom('audit_entries').where('seq', 'in', surplus).executeTakeFirst())
        }
        await pruneInChunks(dialect, removeSurplus, pacing)
      }
    },
  }
}

function removed({ numDeletedRows }: { numDeletedRows: bigint }): number {
  return Number(numDeletedRows)
}

function toEntry(row: Selectable<Schema['audit_entries']>): AuditEntry {
  return {
    id: row.id,
    accountId: row.account_id,
    at: row.at,
    actor: { kind: row.actor_kind as AuditEntry['actor']['kind'], id: row.actor_id, name: row.actor_name },
    address: row.address,
    action: row.action as AuditAction,
    subject: row.subject,
    detail: row.detail,
  }
}
