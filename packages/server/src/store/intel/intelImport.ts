import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ImportOvertakenError, type IntelStore, ListShrunkError } from '../../intel/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { givenRows, storableText } from '../givenRows.ts'
import type { Schema } from '../schema.ts'
import { raiseRevision, recordAction } from './intelAudit.ts'
import { differenceOf, entryIdentity } from './intelDifference.ts'
import { wantedEntries } from './intelWanted.ts'

/** Rows written in one transaction: some milliseconds of SQLite, which is synchronous. */
const CHUNK = 500
/** Rows written after which PostgreSQL counts again: by old statistics it would sort the whole list for each page. */
const MANY = 10_000

/**
 * The atomic swap of a list: rows of the new generation are written in short transactions while readers see the old one,
 * and one last transaction makes the new generation the visible one. What an import that died left behind was never
 * visible; the next one takes it away. See docs/decisions/033-list-generations.md.
 */
export function createImport({ db, dialect }: Engine): IntelStore['replaceEntries'] {
  /** Runs in short transactions; none of them runs once another import of the list has begun, because their rows must not mix. */
  const inChunks = async <Row>(
    swap: { id: string; no: number; importing: number },
    rows: Iterable<Row>,
    write: (chunk: Row[], transaction: Transaction<Schema>) => Promise<unknown>,
  ) => {
    for (const chunk of chunksOf(rows)) {
      await db.transaction().execute(async (transaction) => {
        let fence = transaction.selectFrom('intel_sources').select('no').where('no', '=', swap.no)
        fence = fence.where('import_generation', '=', swap.importing)
        if (dialect === 'postgres') fence = fence.forShare()
        if (!(await fence.executeTakeFirst())) throw new ImportOvertakenError(swap.id)
        await write(chunk, transaction)
      })
      await setImmediate()
    }
  }

  const idsIn = (chunk: number[]) => {
    const rows = chunk.map((id) => ({ id }))
    return sql<number>`(select id from ${givenRows(dialect, { id: 'bigint' }, rows)} as given)`
  }

  return async (id, list) => {
    const wanted = await wantedEntries(list.entries)
    const total = wanted.size()
    const swap = await beginSwap(db, id, total, list)
    const { drop, restore, remove, renamed, firstSeen, before, stayed } = await differenceOf(db, swap, wanted)
    if (!list.force && !swap.churns && stayed * 2 < before) throw new ListShrunkError({ before, after: total, stayed })
    const added = wanted.size() - renamed
    const changed = wanted.size() + remove.length > 0

    await inChunks(swap, drop, (ids, transaction) =>
      transaction.deleteFrom('intel_entries').where('id', 'in', idsIn(ids)).execute(),
    )
    const mark = (rows: number[], removed: { removed_generation: number | null; removed_at: number | null }) =>
      inChunks(swap, rows, (ids, transaction) =>
        transaction.updateTable('intel_entries').set(removed).where('id', 'in', idsIn(ids)).execute(),
      )
    await mark(restore, { removed_generation: null, removed_at: null })
    await mark(remove, { removed_generation: swap.importing, removed_at: list.now })
    await inChunks(swap, wanted.left(), (entries, transaction) => {
      const rows = entries.map((entry) => ({
        kind: entry.kind,
        value: entry.value,
        chain: entry.chain,
        label: entry.label,
        name: entry.name,
        first_seen: Math.min(list.now, firstSeen.get(entryIdentity(entry)) ?? list.now),
      }))
      return sql`insert into intel_entries
        (source_no, kind, value, chain, label, name, first_generation, first_seen)
        select cast(${swap.no} as bigint), kind, value, chain, label, name, cast(${swap.importing} as bigint), first_seen
        from ${givenRows(dialect, COLUMNS, rows)} as given`.execute(transaction)
    })
    if (dialect === 'postgres' && added + remove.length > MANY) await sql`analyze intel_entries`.execute(db)
    await finishSwap(db, swap, { ...list, total, changed })
    return { added, removed: remove.length - renamed, total }
  }
}

const COLUMNS = {
  kind: 'text',
  value: 'text',
  chain: 'text',
  label: 'text',
  name: 'text',
  first_seen: 'bigint',
} as const

function* chunksOf<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let chunk: Row[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** An import under way: it replaces `generation` by `importing`. */
type Swap = { id: string; no: number; generation: number; importing: number; entryCount: number; churns: boolean }

type NewList = Parameters<IntelStore['replaceEntries']>[1]

/**
 * Begins an import, which ends every earlier one that still runs.
 * @throws ListShrunkError RangeError as `replaceEntries` says; then nothing has been written.
 */
function beginSwap(db: Kysely<Schema>, id: string, total: number, { force }: NewList): Promise<Swap> {
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
function finishSwap(
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
