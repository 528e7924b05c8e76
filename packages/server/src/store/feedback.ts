import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Feedback, MAX_OPEN_FEEDBACK, REJECTED_FEEDBACK_KEPT_MS } from '../domain/feedback.ts'
import type { FeedbackStore } from '../domain/ports/feedback.ts'
import { pageOf, placeIn } from './createCursors.ts'
import type { Engine } from './engine/engine.ts'
import { storableText } from './givenRows.ts'
import { recordAction } from './intel/intelAudit.ts'
import { writeOverride } from './intel/intelOverrides.ts'
import { type Pacing, pruneInChunks } from './pruneChunks.ts'
import type { Schema } from './schema.ts'

export type FeedbackRows = FeedbackStore & {
  /** Deletes feedback rejected over 400 days ago. Accepted feedback explains an override, and is kept. */
  prune(now: number, pacing?: Pacing): Promise<void>
}

export function createFeedback({ db, dialect }: Engine): FeedbackRows {
  return {
    add: (feedback) =>
      db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('feedback')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', feedback.accountId)
          .where('status', '=', 'open')
          .executeTakeFirstOrThrow()
        if (Number(count) >= MAX_OPEN_FEEDBACK)
          throw new RangeError(
            `There are ${MAX_OPEN_FEEDBACK} open reports of this account already; wait for the operator.`,
          )
        const row = await transaction
          .insertInto('feedback')
          .values({
            id: `fb_${uuidv7().replaceAll('-', '')}`,
            account_id: feedback.accountId,
            environment: feedback.environment,
            key_id: feedback.keyId,
            entity: storableText(feedback.entity),
            entity_type: feedback.entityType,
            chain: feedback.chain,
            type: feedback.type,
            note: storableText(feedback.note),
            status: 'open',
            resolved_by: null,
            resolved_at: null,
            resolution: null,
            appeal: feedback.appeal ? JSON.stringify(feedback.appeal) : null,
            created_at: feedback.createdAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return toFeedback(row)
      }),
    async get(id) {
      const row = await db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toFeedback(row) : null
    },
    async list({ status, limit, cursor }) {
      let page = db.selectFrom('feedback').selectAll()
      if (status !== null) page = page.where('status', '=', status)
      const queued = status === 'open'
      if (cursor !== null) page = page.where('seq', queued ? '>' : '<', placeIn(cursor))
      const read = await page
        .orderBy('seq', queued ? 'asc' : 'desc')
        .limit(limit + 1)
        .execute()
      const { rows, nextCursor } = pageOf(read, limit)
      return { feedback: rows.map(toFeedback), nextCursor }
    },
    resolve: (id, { status, resolution, actor, now, word }) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('feedback')
          .set({ status, resolution: storableText(resolution), resolved_by: storableText(actor), resolved_at: now })
          .where('id', '=', id)
          .where('status', '=', 'open')
          .returningAll()
          .executeTakeFirst()
        // A second resolver finds it decided and writes nothing: override and status change together.
        if (!row) return null
        if (word !== null) await writeOverride(transaction, word)
        await recordAction(transaction, {
          at: now,
          actor,
          action: `feedback.${status}`,
          subject: `${row.entity_type} ${row.entity}`,
          detail: `${row.id}: ${row.type}; ${resolution}`,
        })
        return toFeedback(row)
      }),
    async prune(now, pacing) {
      const remove = async (limit: number) => {
        const old = db
          .selectFrom('feedback')
          .select('id')
          .where('status', '=', 'rejected')
          .where('resolved_at', '<', now - REJECTED_FEEDBACK_KEPT_MS)
          .limit(limit)
        const { numDeletedRows } = await db.deleteFrom('feedback').where('id', 'in', old).executeTakeFirst()
        return Number(numDeletedRows)
      }
      await pruneInChunks(dialect, remove, pacing)
    },
  }
}

function toFeedback(row: Selectable<Schema['feedback']>): Feedback {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment as Feedback['environment'],
    keyId: row.key_id,
    entity: row.entity,
    entityType: row.entity_type as Feedback['entityType'],
    chain: row.chain,
    type: row.type as Feedback['type'],
    note: row.note,
    status: row.status as Feedback['status'],
    resolvedBy: row.resolved_by,
    resolvedAt: row.resolved_at,
    resolution: row.resolution,
    appeal: row.appeal === null ? null : (JSON.parse(row.appeal) as Feedback['appeal']),
    createdAt: row.created_at,
  }
}
