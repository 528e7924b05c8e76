import type { Kysely } from 'kysely'
import type { AuditRecord } from '../../intel/ports.ts'
import { storableText } from '../givenRows.ts'
import type { Schema } from '../schema.ts'

/**
 * Tells every node that lists or overrides changed. To be called late in a transaction on sources and first in one on
 * overrides: it makes transactions take turns, and always in this order none waits for another in a circle.
 */
export async function raiseRevision(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('intel_state')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .execute()
}

/** Keeps what an operator did, in the transaction that does it; raises the revision, too. */
export async function recordAction(db: Kysely<Schema>, action: Omit<AuditRecord, 'seq'>): Promise<void> {
  const { audited } = await db
    .updateTable('intel_state')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1), audited: eb('audited', '+', 1) }))
    .returning('audited')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('intel_audit')
    .values({
      seq: audited,
      at: action.at,
      actor: storableText(action.actor),
      action: action.action,
      subject: storableText(action.subject),
      detail: storableText(action.detail),
    })
    .execute()
}
