import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EntryKey, IntelStore, ListedEntry } from '../../intel/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { givenRows, isStorableKey } from '../givenRows.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'

type IntelEntries = Pick<IntelStore, 'revision' | 'fingerprints' | 'find' | 'history' | 'urlsBelow'> & {
  /** Deletes every entry of a source that is gone. */
  forget(sourceNo: number): Promise<void>
  /** Deletes what was removed from its list over 90 days ago, and what removed sources left; returns how many. */
  prune(now: number, pacing?: Pacing): Promise<number>
}

const MAX_KEYS = 100
/** Rows of one answer about one key; there is one list entry per list, label and network. */
const MAX_HISTORY = 1000
/** URLs of one host. */
const MAX_COUNTED = 1000
const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** What lists say. Every answer is one statement, so that it sees one whole list or the other. */
export function createIntelEntries({ db, dialect }: Engine): IntelEntries {
  const bytewise = sql.raw(dialect === 'postgres' ? 'collate "C"' : '')
  const listed = async (keys: readonly EntryKey[], where: ReturnType<typeof sql>) => {
    const rows = keys.filter(({ value }) => isStorableKey(value)).map(({ kind, value }) => ({ kind, value }))
    if (rows.length === 0) return []
    // From the keys to their entries, never the other way round: SQLite takes cross joins in order, and PostgreSQL, which
    // would guess wrongly of tables it has no statistics of, does not look through OFFSET.
    const entries =
      dialect === 'postgres'
        ? sql`lateral (select * from intel_entries where value = k.value and kind = k.kind offset 0)`
        : sql`intel_entries`
    const found = await sql<Row>`
      select s.id as source_id, e.kind, e.value, e.chain, e.label, e.name, e.first_seen,
        case when e.removed_generation <= s.generation then e.removed_at end as removed_at
      from ${givenRows(dialect, { kind: 'text', value: 'text' }, rows)} as k
        cross join ${entries} e cross join intel_sources s
      where e.value = k.value and e.kind = k.kind and s.no = e.source_no and e.first_generation <= s.generation and ${where}
      order by s.id, e.kind, e.value, coalesce(e.chain, '') ${bytewise}, e.label ${bytewise}, coalesce(e.name, '') ${bytewise}, e.id
      limit ${MAX_HISTORY}`.execute(db)
    return found.rows.map(toEntry)
  }

  const deleteChunks = (chunk: ReturnType<typeof sql>, pacing?: Pacing) => {
    const skipLocked = sql.raw(dialect === 'postgres' ? 'for update of e skip locked' : '')
    const remove = async (limit: number) => {
      const gone = await sql`delete from intel_entries where id in (
        select e.id from intel_entries e ${chunk} limit ${limit} ${skipLocked})`.execute(db)
      return Number(gone.numAffectedRows ?? 0n)
    }
    return pruneInChunks(dialect, remove, pacing)
  }
  const forget = (sourceNo: number, pacing?: Pacing) => deleteChunks(sql`where e.source_no = ${sourceNo}`, pacing)

  return {
    async revision() {
      const { revision } = await db.selectFrom('intel_state').select('revision').executeTakeFirstOrThrow()
      return String(revision)
    },
    async fingerprints() {
      const sources = await db.selectFrom('intel_sources').select('no').where('enabled', '=', 1).orderBy('id').execute()
      const all: Awaited<ReturnType<IntelStore['fingerprints']>> = []
      for (const { no } of sources) {
        const row = await db
          .selectFrom('intel_fingerprints')
          .innerJoin('intel_sources', 'no', 'source_no')
          .select(['id', 'generation', 'fingerprints'])
          .where('no', '=', no)
          .where('enabled', '=', 1)
          .executeTakeFirst()
        if (row) all.push({ sourceId: row.id, generation: row.generation, fingerprints: row.fingerprints })
        // Megabytes each.
        await setImmediate()
      }
      return all
    },
    async find(keys) {
      if (keys.length > MAX_KEYS) throw new RangeError(`At most ${MAX_KEYS} keys are looked up at once.`)
      return listed(keys, sql`s.enabled = 1 and (e.removed_generation is null or e.removed_generation > s.generation)`)
    },
    history: (key) => listed([key], sql`true`),
    async urlsBelow(host) {
      if (!isStorableKey(host)) return 0
      // In byte order `0` comes after `/`: a range of the index.
      const found = await sql<{ count: number }>`
        select count(*) as count from (select distinct e.value from intel_entries e join intel_sources s on s.no = e.source_no
          where e.value >= ${`${host}/`} and e.value < ${`${host}0`} and e.kind = 'url' and e.first_generation <= s.generation
            and s.enabled = 1 and (e.removed_generation is null or e.removed_generation > s.generation)
          limit ${MAX_COUNTED}) as below`.execute(db)
      return Number(found.rows[0]?.count ?? 0)
    },
    async forget(sourceNo) {
      await forget(sourceNo)
    },
    async prune(now, pacing) {
      // Of an import under way, or dead, the mark is not yet true: the generation decides.
      let total = await deleteChunks(
        sql`join intel_sources s on s.no = e.source_no
        where e.removed_at < ${now - KEPT_MS} and e.removed_generation <= s.generation`,
        pacing,
      )
      const known = new Set((await db.selectFrom('intel_sources').select('no').execute()).map(({ no }) => no))
      for (let last = 0; pacing?.signal?.aborted !== true; ) {
        const next = await db
          .selectFrom('intel_entries')
          .select('source_no')
          .where('source_no', '>', last)
          .orderBy('source_no')
          .limit(1)
          .executeTakeFirst()
        if (!next) return total
        last = next.source_no
        if (!known.has(last)) total += await forget(last, pacing)
      }
      return total
    },
  }
}

type Row = {
  source_id: string
  kind: string
  value: string
  chain: string | null
  label: string
  name: string | null
  first_seen: number
  removed_at: number | null
}

function toEntry(row: Row): ListedEntry {
  return {
    kind: row.kind as ListedEntry['kind'],
    value: row.value,
    chain: row.chain as ListedEntry['chain'],
    label: row.label as ListedEntry['label'],
    name: row.name,
    sourceId: row.source_id,
    firstSeen: row.first_seen,
    removedAt: row.removed_at,
  }
}
