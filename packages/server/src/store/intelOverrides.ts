import type { Kysely } from 'kysely'
import { type EntryKey, type IntelStore, isAccusation, type Override } from '../sources/intel/ports.ts'
import type { Engine } from './engine/engine.ts'
import { raiseRevision, recordAction } from './intelAudit.ts'
import type { Schema } from './schema.ts'
import { isStorableKey, storableText } from './storableText.ts'

type IntelOverrides = Pick<IntelStore, 'setOverride' | 'removeOverride' | 'overrides' | 'audit'>
type Key = EntryKey & { chain: string | null }

const MOST_OVERRIDES = 10_000

/** Operators' own words, and the trail of what operators did. */
export function createIntelOverrides({ db }: Engine): IntelOverrides {
  const existing = (transaction: Kysely<Schema>, key: Key) =>
    transaction
      .selectFrom('intel_overrides')
      .select('verdict')
      .where((where) => where.and(columnsOf(key)))
      .executeTakeFirst()

  return {
    setOverride: (override) =>
      db.transaction().execute(async (transaction) => {
        if (!isStorableKey(override.value)) throw new RangeError('The value is too long, or is no text.')
        if (override.verdict === 'deny' && !isAccusation(override.label)) {
          throw new RangeError(`A denial accuses, and ${override.label} is no accusation.`)
        }
        // First, and a lock: of many at once the 10,001st is refused, too.
        await raiseRevision(transaction)
        const before = await existing(transaction, override)
        if (!before) {
          const { count } = await transaction
            .selectFrom('intel_overrides')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
          if (count >= MOST_OVERRIDES) {
            throw new RangeError(`There are ${MOST_OVERRIDES} overrides already; remove some, or load a list instead.`)
          }
        }
        const said = {
          verdict: override.verdict,
          label: override.label,
          note: storableText(override.note),
          actor: storableText(override.actor),
          created_at: override.createdAt,
        }
        await transaction
          .insertInto('intel_overrides')
          .values({ ...columnsOf(override), ...said })
          .onConflict((conflict) => conflict.columns(['kind', 'value', 'chain']).doUpdateSet(said))
          .execute()
        await recordAction(transaction, {
          at: override.createdAt,
          actor: override.actor,
          action: `override.${override.verdict}`,
          subject: subjectOf(override),
          detail: [before && `instead of ${before.verdict}`, override.label, override.note].filter(Boolean).join('; '),
        })
      }),
    removeOverride: (key, { actor, now }) =>
      db.transaction().execute(async (transaction) => {
        if (!isStorableKey(key.value)) return false
        await raiseRevision(transaction)
        const before = await existing(transaction, key)
        if (!before) return false
        await transaction
          .deleteFrom('intel_overrides')
          .where((where) => where.and(columnsOf(key)))
          .execute()
        const detail = `was ${before.verdict}`
        await recordAction(transaction, { at: now, actor, action: 'override.remove', subject: subjectOf(key), detail })
        return true
      }),
    async overrides() {
      const rows = await db
        .selectFrom('intel_overrides')
        .selectAll()
        .orderBy('kind')
        .orderBy('value')
        .orderBy('chain')
        .limit(MOST_OVERRIDES)
        .execute()
      return rows.map((row) => ({
        kind: row.kind as Override['kind'],
        value: row.value,
        chain: (row.chain || null) as Override['chain'],
        verdict: row.verdict as Override['verdict'],
        label: row.label as Override['label'],
        note: row.note,
        actor: row.actor,
        createdAt: row.created_at,
      }))
    },
    async audit({ limit, before }) {
      let page = db.selectFrom('intel_audit').selectAll().orderBy('seq', 'desc').limit(limit)
      if (before !== null) page = page.where('seq', '<', before)
      // Copied: SQLite's rows have no prototype.
      return (await page.execute()).map((record) => ({ ...record }))
    },
  }
}

function columnsOf({ kind, value, chain }: Key): { kind: string; value: string; chain: string } {
  return { kind, value, chain: chain ?? '' }
}

function subjectOf({ kind, value, chain }: Key): string {
  return chain === null ? `${kind} ${value}` : `${kind} ${value} on ${chain}`
}
