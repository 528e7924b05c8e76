import type { Insertable, Selectable, SelectQueryBuilder } from 'kysely'
import type { IntelSource, IntelStore, NewIntelSource } from '../../intel/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { storableText } from '../givenRows.ts'
import type { Keyring } from '../keyring.ts'
import type { Schema } from '../schema.ts'
import { recordAction } from './intelAudit.ts'

/**
 * Pattern of the stored location of a list. Paths and queries of URLs may hold credentials, and which do cannot be told, so
 * every URL is sealed; a path of this machine is not.
 */
const SEALED = /^sealed:([0-9a-f]+):(.+)$/

type IntelSources = Pick<
  IntelStore,
  | 'addSource'
  | 'sources'
  | 'source'
  | 'setEnabled'
  | 'removeSource'
  | 'claimDue'
  | 'claim'
  | 'finishUnchanged'
  | 'finishFailed'
> & {
  /** Seals every list's URL under the current secret. */
  sealLocations(): Promise<void>
}

type FreeSource = SelectQueryBuilder<Schema, 'intel_sources', { no: number }>

/** Errors of strangers' servers are shown, not archived. */
const LONGEST_ERROR = 500

/**
 * Which lists there are, who fetches them when, and how that went.
 * @param forget deletes the entries of a removed source; they are invisible from the removal on.
 */
export function createIntelSources(
  { db, dialect }: Engine,
  keyring: Keyring,
  forget: (sourceNo: number) => Promise<void>,
): IntelSources {
  const toSource = (row: Selectable<Schema['intel_sources']>) => sourceOf(row, keyring)
  /** Claims the source that `pick` selects. Statement by statement: SQLite has one writer, PostgreSQL locks the row. */
  const claimPicked = async (pick: (free: FreeSource) => FreeSource, now: number, leaseMs: number) => {
    let picked = pick(db.selectFrom('intel_sources').select('no').where('leased_until', '<=', now)).limit(1)
    if (dialect === 'postgres') picked = picked.forUpdate().skipLocked()
    const row = await db
      .updateTable('intel_sources')
      .set({ leased_until: now + leaseMs })
      .where('no', '=', picked)
      .returningAll()
      .executeTakeFirst()
    return row ? toSource(row) : null
  }

  return {
    addSource: (source, { actor, now }) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('intel_sources')
          .values(newRow({ ...source, location: sealLocation(keyring, source.id, source.location) }, now))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!row) throw new RangeError(`There is a list named ${source.id} already.`)
        const detail = `${source.format} list of ${placeOf(source.location)}, label ${source.label}, confidence ${source.confidence}`
        await recordAction(transaction, { at: now, actor, action: 'source.add', subject: source.id, detail })
        return toSource(row)
      }),
    async sources() {
      return (await db.selectFrom('intel_sources').selectAll().orderBy('id').execute()).map(toSource)
    },
    async source(id) {
      const row = await db.selectFrom('intel_sources').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toSource(row) : null
    },
    setEnabled: (id, enabled, { actor, now }) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('intel_sources')
          .set({ enabled: enabled ? 1 : 0 })
          .where('id', '=', id)
          .returning('entry_count')
          .executeTakeFirst()
        if (!row) return false
        const action = enabled ? 'source.enable' : 'source.disable'
        await recordAction(transaction, { at: now, actor, action, subject: id, detail: `${row.entry_count} entries` })
        return true
      }),
    async removeSource(id, { actor, now }) {
      const removed = await db.transaction().execute(async (transaction) => {
        const row = await transaction
          .deleteFrom('intel_sources')
          .where('id', '=', id)
          .returning(['no', 'entry_count'])
          .executeTakeFirst()
        if (!row) return null
        await transaction.deleteFrom('intel_fingerprints').where('source_no', '=', row.no).execute()
        const detail = `${row.entry_count} entries`
        await recordAction(transaction, { at: now, actor, action: 'source.remove', subject: id, detail })
        return row
      })
      if (removed) await forget(removed.no)
      return removed !== null
    },
    claimDue: (now, leaseMs) =>
      claimPicked(
        (due) =>
          due.where('enabled', '=', 1).where('next_attempt_at', '<=', now).orderBy('next_attempt_at').orderBy('no'),
        now,
        leaseMs,
      ),
    claim: (id, now, leaseMs) => claimPicked((one) => one.where('id', '=', id), now, leaseMs),
    async finishUnchanged(id, { etag, lastModified, now, refreshedAt = now, nextAttemptAt }) {
      await db
        .updateTable('intel_sources')
        .set({
          refreshed_at: refreshedAt,
          next_attempt_at: nextAttemptAt,
          failures: 0,
          last_error: null,
          etag: storableText(etag),
          last_modified: storableText(lastModified),
          leased_until: 0,
        })
        .where('id', '=', id)
        .execute()
    },
    async sealLocations() {
      const rows = await db.selectFrom('intel_sources').select(['id', 'location']).execute()
      for (const { id, location: kept } of rows) {
        const location = openLocation(keyring, id, kept)
        if (location === '' || isSealedNow(keyring, kept)) continue
        await db
          .updateTable('intel_sources')
          .set({ location: sealLocation(keyring, id, location) })
          .where('id', '=', id)
          .where('location', '=', kept)
          .execute()
      }
    },
    async finishFailed(id, { error, nextAttemptAt }) {
      await db
        .updateTable('intel_sources')
        .set(({ eb }) => ({
          failures: eb('failures', '+', 1),
          last_error: storableText(error.slice(0, LONGEST_ERROR)),
          next_attempt_at: nextAttemptAt,
          leased_until: 0,
        }))
        .where('id', '=', id)
        .execute()
    },
  }
}

/** Where a list comes from as the audit trail may say it: paths and queries of URLs may hold keys. */
function placeOf(location: string): string {
  return URL.canParse(location) ? new URL(location).host : location
}

function newRow(source: NewIntelSource, now: number): Insertable<Schema['intel_sources']> {
  return {
    id: source.id,
    title: storableText(source.title),
    location: source.location,
    format: source.format,
    options: JSON.stringify(source.options),
    label: source.label,
    confidence: source.confidence,
    licence: storableText(source.licence),
    refresh_ms: source.refreshMs,
    enabled: 1,
    generation: 0,
    import_generation: 0,
    entry_count: 0,
    next_attempt_at: now,
    failures: 0,
    leased_until: 0,
    created_at: now,
    churns: source.churns ? 1 : 0,
  }
}

function sourceOf(row: Selectable<Schema['intel_sources']>, keyring: Keyring): IntelSource {
  return {
    id: row.id,
    title: row.title,
    location: openLocation(keyring, row.id, row.location),
    format: row.format as IntelSource['format'],
    options: JSON.parse(row.options) as IntelSource['options'],
    label: row.label as IntelSource['label'],
    confidence: row.confidence as IntelSource['confidence'],
    licence: row.licence,
    refreshMs: row.refresh_ms,
    enabled: row.enabled === 1,
    generation: row.generation,
    entryCount: row.entry_count,
    refreshedAt: row.refreshed_at,
    changedAt: row.changed_at,
    nextAttemptAt: row.next_attempt_at,
    failures: row.failures,
    lastError: row.last_error,
    etag: row.etag,
    lastModified: row.last_modified,
    contentHash: row.content_hash,
    createdAt: row.created_at,
    churns: row.churns === 1,
  }
}

/** @param id of the list: what was sealed for one list cannot be put under another. */
function sealLocation(keyring: Keyring, id: string, location: string): string {
  const secret = keyring.current()
  return location.startsWith('/') ? location : `sealed:${secret.id}:${secret.seal(location, id)}`
}

/** Empty when it was sealed under a secret that is gone. What an earlier version kept unsealed is given as it is. */
function openLocation(keyring: Keyring, id: string, kept: string): string {
  const [, secretId, sealed] = SEALED.exec(kept) ?? []
  if (secretId === undefined || sealed === undefined) return kept
  const find = () => [keyring.current(), ...keyring.earlier()].find((secret) => secret.id === secretId)
  // Another process may have made a new secret current.
  const secret = find() ?? (keyring.refresh() ? find() : undefined)
  return secret?.unseal(sealed, id) ?? ''
}

/** Whether it is kept as `sealLocation` would keep it now. */
function isSealedNow(keyring: Keyring, kept: string): boolean {
  return kept.startsWith('/') || SEALED.exec(kept)?.[1] === keyring.current().id
}
