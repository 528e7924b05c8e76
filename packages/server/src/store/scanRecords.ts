import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ScanRecord } from '../domain/scanRecord.ts'
import type { Engine } from './engine/engine.ts'
import { type Pacing, pruneInChunks } from './pruneChunks.ts'
import type { Schema } from './schema.ts'

export type ScanRecords = {
  /**
   * Answers the id under which the scan is kept: a client may repeat a request id, but a record that was read once must
   * stay what it is, so the later scan gets an id of its own.
   */
  add(record: ScanRecord): Promise<string>
  get(accountId: string, environment: 'live' | 'test', requestId: string): Promise<ScanRecord | null>
  /**
   * Newest first; `cursor` is the `nextCursor` of the page before and stays valid while scans are added.
   * @throws RangeError when the cursor is not `TIME-NUMBER`.
   */
  list(query: {
    accountId: string
    environment: 'live' | 'test'
    limit: number
    cursor: string | null
  }): Promise<{ records: ScanRecord[]; nextCursor: string | null }>
  /** Deletes what is older than so many days; returns how many. */
  prune(now: number, days: number, pacing?: Pacing): Promise<number>
}

const DAY_MS = 24 * 60 * 60 * 1000

export function createScanRecords({ db, dialect }: Engine): ScanRecords {
  return {
    async add(record) {
      for (let requestId = record.requestId; ; requestId = uuidv7()) {
        const kept = await db
          .insertInto('scan_records')
          .values({
            request_id: requestId,
            account_id: record.accountId,
            environment: record.environment,
            key_id: record.keyId,
            kind: record.kind,
            chain: record.chain,
            subject: record.subject,
            risk_score: record.riskScore,
            risk_level: record.riskLevel,
            ruleset_version: record.rulesetVersion,
            input: record.input,
            result: record.result,
            created_at: record.createdAt,
          })
          .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'request_id']).doNothing())
          .returning('request_id')
          .executeTakeFirst()
        if (kept) return kept.request_id
      }
    },
    async get(accountId, environment, requestId) {
      const row = await db
        .selectFrom('scan_records')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('request_id', '=', requestId)
        .executeTakeFirst()
      return row ? toRecord(row) : null
    },
    async list({ accountId, environment, limit, cursor }) {
      let query = db
        .selectFrom('scan_records')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
      if (cursor !== null) {
        const { createdAt, seq } = parseCursor(cursor)
        query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'seq'), '<', tuple(createdAt, seq)))
      }
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit + 1)
        .execute()
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return { records: page.map(toRecord), nextCursor: last ? `${last.created_at}-${last.seq}` : null }
    },
    prune(now, days, pacing) {
      const before = now - days * DAY_MS
      const remove = async (limit: number) => {
        const oldest = db
          .selectFrom('scan_records')
          .select('seq')
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(limit)
        const { numDeletedRows } = await db.deleteFrom('scan_records').where('seq', 'in', oldest).executeTakeFirst()
        return Number(numDeletedRows)
      }
      return pruneInChunks(dialect, remove, pacing)
    },
  }
}

function parseCursor(cursor: string): { createdAt: number; seq: number } {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(cursor)
  if (!match) throw new RangeError('The cursor is not one that this service returned.')
  return { createdAt: Number(match[1]), seq: Number(match[2]) }
}

function toRecord(row: Selectable<Schema['scan_records']>): ScanRecord {
  return {
    requestId: row.request_id,
    accountId: row.account_id,
    environment: row.environment as ScanRecord['environment'],
    keyId: row.key_id,
    kind: row.kind as ScanRecord['kind'],
    chain: row.chain,
    subject: row.subject,
    riskScore: row.risk_score,
    riskLevel: row.risk_level,
    rulesetVersion: row.ruleset_version,
    input: row.input,
    result: row.result,
    createdAt: row.created_at,
  }
}
