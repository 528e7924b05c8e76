import type { Kysely } from 'kysely'
import { type EntryKey, type IntelStore, isAccusation, type Override } from '../../intel/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { isStorableKey, storableText } from '../givenRows.ts'
import type { Schema } from '../schema.ts'
import { raiseRevision, recordAction } from './intelAudit.ts'

type IntelOverrides = Pick<IntelStore, 'setOverride' | 'removeOverride' | 'overrides' | 'audit'>

/** As many as may be kept. */
const MAX_OVERRIDES = 10_000

/** Operators' own words, and the trail of what operators did. */
export function createIntelOverrides({ db }: Engine): IntelOverrides {
  return {
    setOverride: (override) => db.transaction().execute((transaction) => writeOverride(transaction, override)),
    removeOverride: (key, { actor, now }) =>
      db.transaction().execute(async (transaction) => {
        if (!isStorableKey(key.value)) return false
        await raiseRevision(transaction)
        const { columns, subject } = overrideKey(key)
        const before = await transaction
          .deleteFrom('intel_overrides')
          .where((where) => where.and(columns))
          .returning('verdict')
          .executeTakeFirst()
        if (!before) return false
        const detail = `was ${before.verdict}`
        await recordAction(transaction, { at: now, actor, action: 'override.remove', subject, detail })
        return true
      }),
    async overrides() {
      const rows = await db
        .selectFrom('intel_overrides')
        .selectAll()
        .orderBy('kind')
        .orderBy('value')
        .orderBy('chain')
        .limit(MAX_OVERRIDES)
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

/** Writes an operator's word, audited, in the transaction that is given. @throws RangeError when it cannot be kept. */
export async function writeOverride(transaction: Kysely<Schema>, override: Override): Promise<void> {
  if (!isStorableKey(override.value)) throw new RangeError('The value is too long, or is no text.')
  if (override.verdict === 'deny' && !isAccusation(override.label)) {
    throw new RangeError(`A denial accuses, and ${override.label} is no accusation.`)
  }
  const { columns, subject } = overrideKey(override)
  // Before it is counted, and a lock: of many at once the 10,001st is refused, too.
  await raiseRevision(transaction)
  const before = await transaction
    .selectFrom('intel_overrides')
    .select('verdict')
    .where((where) => where.and(columns))
    .executeTakeFirst()
  if (!before) {
    const { count } = await transaction
      .selectFrom('intel_overrides')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MAX_OVERRIDES) {
      throw new RangeError(`There are ${MAX_OVERRIDES} overrides already; remove some, or load a list instead.`)
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
    .values({ ...columns, ...said })
    .onConflict((conflict) => conflict.columns(['kind', 'value', 'chain']).doUpdateSet(said))
    .execute()
  await recordAction(transaction, {
    at: override.createdAt,
    actor: override.actor,
    action: `override.${override.verdict}`,
    subject,
    detail: [before && `instead of ${before.verdict}`, override.label, override.note].filter(Boolean).join('; '),
  })
}

/** Where an operator's word is kept, and how the audit trail calls what it is about. A chain of null: on all. */
function overrideKey({ kind, value, chain }: EntryKey & { chain: string | null }): {
  columns: { kind: string; value: string; chain: string }
  subject: string
} {
  return {
    columns: { kind, value, chain: chain ?? '' },
    subject: chain === null ? `${kind} ${value}` : `${kind} ${value} on ${chain}`,
  }
}
