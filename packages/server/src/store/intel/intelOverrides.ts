import type { IntelStore, Override } from '../../intel/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { isStorableKey } from '../storableText.ts'
import { raiseRevision, recordAction } from './intelAudit.ts'
import { overrideKey } from './overrideKey.ts'
import { writeOverride } from './writeOverride.ts'

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
