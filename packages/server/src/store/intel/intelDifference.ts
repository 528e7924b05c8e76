import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { WantedEntries } from './intelWanted.ts'
import { createSpreadMap, type SpreadMap } from './spreadMap.ts'

/** What must be written to make one list out of another; ids are of rows. What to add is left in `wanted`. */
type Difference = {
  /** Rows that never were visible, and history that is not kept any longer. */
  drop: number[]
  /** Visible rows that an unfinished import had marked as removed. */
  restore: number[]
  /** Visible rows that the new list does not have in this form. */
  remove: number[]
  /** How many of these come back under another name. */
  renamed: number
  /** Visible rows, and how many of them the new list has, too, under whatever name. */
  before: number
  stayed: number
  /** When the things of added rows may have been seen first: by `entryIdentity`, Unix ms. */
  firstSeen: SpreadMap<number>
}

/** Rows read at once: a few milliseconds of SQLite. */
const PAGE = 1000
/** Rows looked through in memory between two breaths of the event loop. */
const BREATH = 20_000
/** Removed entries kept per list: a feed that changes altogether every hour must not fill the disk within the 90 days. */
const KEPT_REMOVED = 200_000

/**
 * Compares a list's rows, visible and past, with its new entries.
 * @param wanted those that stay as they are, are taken out.
 */
export async function differenceOf(
  db: Kysely<Schema>,
  source: { no: number; generation: number },
  wanted: WantedEntries,
): Promise<Difference> {
  const difference: Difference = {
    drop: [],
    restore: [],
    remove: [],
    renamed: 0,
    before: 0,
    stayed: 0,
    firstSeen: createSpreadMap(),
  }
  const { drop, restore, remove, firstSeen } = difference
  /** One row per word: a later one inherited what an earlier one knew. */
  const past = createSpreadMap<{ id: number; generation: number }>()
  const pastCounts = new Map<number, number>()
  const count = (generation: number, rows: 1 | -1) =>
    pastCounts.set(generation, (pastCounts.get(generation) ?? 0) + rows)

  for await (const row of rowsOf(db, source.no)) {
    const { id, name, first_generation, removed_generation: gone, first_seen } = row
    if (first_generation > source.generation) {
      drop.push(id)
      continue
    }
    const entry = wanted.like(row)
    const thing = entryIdentity(row)
    const word = `${row.label} ${thing}`
    const before = past.get(word)
    const visible = gone === null || gone > source.generation
    if (visible) difference.before++
    if (visible && entry) difference.stayed++
    if (!visible) {
      if (before) {
        drop.push(before.id)
        count(before.generation, -1)
      }
      past.set(word, { id, generation: gone })
      count(gone, 1)
    } else if (entry?.name === name) {
      wanted.take(row)
      if (gone !== null) restore.push(id)
      if (before) {
        drop.push(before.id)
        count(before.generation, -1)
        past.delete(word)
      }
      continue
    } else {
      remove.push(id)
      if (entry) difference.renamed++
    }
    firstSeen.set(thing, Math.min(first_seen, firstSeen.get(thing) ?? first_seen))
  }
  const tooOld = oldestBeyond(KEPT_REMOVED, pastCounts)
  if (tooOld === null) return difference
  let read = 0
  for (const { id, generation } of past.values()) {
    if (generation <= tooOld) drop.push(id)
    if (++read % BREATH === 0) await setImmediate()
  }
  return difference
}

/** What an entry is about, as one string. */
export function entryIdentity({ kind, value, chain }: { kind: string; value: string; chain: string | null }): string {
  return `${kind} ${chain} ${value}`
}

/** Every row of a list; those added meanwhile may be among them. */
async function* rowsOf(db: Kysely<Schema>, sourceNo: number) {
  for (let last = 0; ; ) {
    const page = await db
      .selectFrom('intel_entries')
      .selectAll()
      .where('source_no', '=', sourceNo)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    yield* page
    if (page.length < PAGE) return
    last = page.at(-1)?.id ?? last
    await setImmediate()
  }
}

/**
 * The newest generation that must go, with all older ones, so that at most `kept` rows are left; null when there is room
 * for all of them.
 * @param counts rows by generation.
 * @example oldestBeyond(2, new Map([[1, 1], [2, 2]])) // 1
 */
export function oldestBeyond(kept: number, counts: ReadonlyMap<number, number>): number | null {
  let total = 0
  for (const [generation, count] of [...counts].sort(([a], [b]) => b - a)) {
    total += count
    if (total > kept) return generation
  }
  return null
}
