import type { Kysely } from 'kysely'
import { ImportOvertakenError, type IntelStore, ListShrunkError } from '../../intel/ports.ts'
import type { Schema } from '../schema.ts'
import { storableText } from '../storableText.ts'
import { raiseRevision, recordAction } from './intelAudit.ts'

/** An import under way: it replaces `generation` by `importing`. */
type Swap = { id: string; no: number; generation: number; importing: number; entryCount: number; churns: boolean }
type NewList = Parameters<IntelStore['replaceEntries']>[1]

/**
 * Begins an import, which ends every earlier one that still runs.
 * @throws ListShrunkError RangeError as `replaceEntries` says; then nothing has been written.
 */
export function beginSwap(db: Kysely<Schema>, id: string, total: number, { force }: NewList): Promise<Swap> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('intel_sources')
      .set(({ eb }) => ({ import_generation: eb('import_generation', '+', 1) }))
      .where('id', '=', id)
      .returning(['no', 'generation', 'import_generation', 'entry_count', 'churns'])
      .executeTakeFirst()
    if (!row) throw new RangeError(`There is no list named ${id}.`)
    if (!force && total * 2 < row.entry_count) throw new ListShrunkError({ before: row.entry_count, after: total })
    const { no, generation, import_generation: importing, entry_count: entryCount } = row
    return { id, no, generation, importing, entryCount, churns: row.churns === 1 }
  })
}

/** Makes the new generation the visible one. */
export function finishSwap(
  db: Kysely<Schema>,
  swap: Swap,
  list: NewList & { total: number; changed: boolean },
): Promise<void> {
  const { id, no, importing } = swap
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('intel_sources')
      .set({
        generation: importing,
        entry_count: list.total,
        refreshed_at: list.refreshedAt ?? list.now,
        ...((list.changed || swap.generation === 0) && { changed_at: list.now }),
        next_attempt_at: list.nextAttemptAt,
        failures: 0,
        last_error: null,
        etag: storableText(list.etag),
        last_modified: storableText(list.lastModified),
        content_hash: list.contentHash,
        leased_until: 0,
      })
      .where('no', '=', no)
      .where('import_generation', '=', importing)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ImportOvertakenError(id)
    await transaction
      .insertInto('intel_fingerprints')
      .values({ source_no: no, fingerprints: list.fingerprints })
      .onConflict((conflict) => conflict.column('source_no').doUpdateSet({ fingerprints: list.fingerprints }))
      .execute()
    if (!list.force) return raiseRevision(transaction)
    const detail = `${swap.entryCount} entries replaced by ${list.total}`
    const actor = list.actor ?? 'unknown'
    await recordAction(transaction, { at: list.now, actor, action: 'source.force', subject: id, detail })
  })
}
