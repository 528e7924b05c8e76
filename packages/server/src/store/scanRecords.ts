import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AskedPayment } from '../domain/askedPayments.ts'
import type { ScanRecords as KeptScans, NewScan } from '../domain/ports/scanRecords.ts'
import type { ScanRecord } from '../domain/scanRecord.ts'
import type { Engine } from './engine/engine.ts'
import { deleteAside, type Pacing, pruneInChunks } from './pruneChunks.ts'
import { packScan, unpackScan } from './scanPack.ts'
import type { Schema } from './schema.ts'

export type ScanRecords = KeptScans & {
  /** Deletes what is older than so many days; returns how many. */
  prune(now: number, days: number, pacing?: Pacing): Promise<number>
}

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * An account's bytes are looked at again once it has added this part of its bound on this node, and then brought as much below it:
 * most scans pay nothing for the bound.
 */
const SLACK = 1 / 64
/** Scans deleted by one statement, and statements that one scan waits for. An account far above its bound is brought down over many. */
const DELETED_AT_ONCE = 200
const MAX_DELETIONS = 5
/** Of a record; a verdict is large, and read by itself. */
const COLUMNS = [
  'seq',
  'request_id',
  'account_id',
  'environment',
  'key_id',
  'kind',
  'chain',
  'subject',
  'risk_score',
  'risk_level',
  'ruleset_version',
  'input',
  'result',
  'packed',
  'created_at',
] as const

export function createScanRecords({ db, dialect }: Engine): ScanRecords {
  /** Bytes that an account may add until it is looked at again. */
  const room = new Map<string, number>()

  async function bytesOf({ accountId, environment }: NewScan): Promise<number> {
    const row = await db
      .selectFrom('scan_usage')
      .select('bytes')
      .where('account_id', '=', accountId)
      .where('environment', '=', environment)
      .executeTakeFirst()
    return Number(row?.bytes ?? 0)
  }

  /** Deletes the oldest scans of an account that has too many bytes of them. */
  async function keepBound(record: NewScan, maxBytes: number, added: number): Promise<void> {
    const owner = `${record.environment} ${record.accountId}`
    const left = (room.get(owner) ?? 0) - added
    room.set(owner, left)
    if (left >= 0) return
    let bytes = await bytesOf(record)
    if (bytes > maxBytes) {
      for (let times = 0; times < MAX_DELETIONS && bytes > maxBytes * (1 - SLACK); times++) {
        await deleteOldest(record, bytes - maxBytes * (1 - SLACK))
        bytes = await bytesOf(record)
      }
    }
    // Beyond the bound still: the next scan goes on.
    if (bytes > maxBytes) room.delete(owner)
    else room.set(owner, maxBytes * SLACK)
  }

  /** The oldest that make up so many bytes, as far as one statement goes. */
  async function deleteOldest({ accountId, environment }: NewScan, excess: number): Promise<void> {
    const oldest = await db
      .selectFrom('scan_records')
      .select(['seq', 'bytes'])
      .where('account_id', '=', accountId)
      .where('environment', '=', environment)
      .orderBy('created_at')
      .orderBy('seq')
      .limit(DELETED_AT_ONCE)
      .execute()
    let freed = 0
    const going: number[] = []
    for (const { seq, bytes } of oldest) {
      if (freed >= excess) break
      freed += Number(bytes)
      going.push(seq)
    }
    if (going.length > 0) await db.deleteFrom('scan_records').where('seq', 'in', going).execute()
  }

  return {
    // A client may repeat a request id, but a record that was read once must stay what it is: the later scan gets an id of its own.
    async add({ maxBytes = Number.POSITIVE_INFINITY, payments = null, verdict = null, ...record }) {
      const { packed, bytes: packedBytes } = packScan(record)
      const bytes = packedBytes + (verdict?.length ?? 0)
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
            input: '',
            result: '',
            packed,
            bytes,
            created_at: record.createdAt,
            origin: payments?.origin ?? null,
            digest: payments?.digest ?? null,
            payments: payments && packPayments(payments.payments),
            verdict,
          })
          .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'request_id']).doNothing())
          .returning('request_id')
          .executeTakeFirst()
        if (kept === undefined) continue
        if (maxBytes < Number.POSITIVE_INFINITY) await keepBound(record, maxBytes, bytes)
        return kept.request_id
      }
    },
    async get(accountId, environment, requestId) {
      const row = await db
        .selectFrom('scan_records')
        .select(COLUMNS)
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('request_id', '=', requestId)
        .executeTakeFirst()
      return row ? toRecord(row) : null
    },
    async verdict(accountId, environment, requestId) {
      const row = await db
        .selectFrom('scan_records')
        .select('verdict')
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('request_id', '=', requestId)
        .executeTakeFirst()
      return row?.verdict ?? null
    },
    async asked({ accountId, environment, subject, origin, limit }) {
      const rows = await db
        .selectFrom('scan_records')
        .select(['chain', 'digest', 'payments', 'created_at'])
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('subject', '=', subject)
        .where('origin', '=', origin)
        .where('payments', 'is not', null)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ chain, digest, payments, created_at }) => ({
        digest: digest ?? '',
        chain,
        askedAt: created_at,
        payments: unpackPayments(payments ?? '[]'),
      }))
    },
    async messagesOf({ accountId, environment, subject, limit }) {
      const rows = await db
        .selectFrom('scan_records')
        .select(COLUMNS)
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('subject', '=', subject)
        .where('kind', '=', 'message')
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toRecord)
    },
    async list({ accountId, environment, limit, cursor }) {
      let query = db
        .selectFrom('scan_records')
        .select(COLUMNS)
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
        return deleteAside(db.deleteFrom('scan_records').where('seq', 'in', oldest), pacing)
      }
      return pruneInChunks(dialect, remove, pacing)
    },
  }
}

function packPayments(payments: readonly AskedPayment[]): string {
  return JSON.stringify(payments.map((payment) => ({ ...payment, amount: String(payment.amount) })))
}

function unpackPayments(packed: string): AskedPayment[] {
  const payments = JSON.parse(packed) as (Omit<AskedPayment, 'amount'> & { amount: string })[]
  return payments.map((payment) => ({ ...payment, amount: BigInt(payment.amount) }))
}

function parseCursor(cursor: string): { createdAt: number; seq: number } {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(cursor)
  if (!match) throw new RangeError('The cursor is not one that this service returned.')
  return { createdAt: Number(match[1]), seq: Number(match[2]) }
}

function toRecord(row: Pick<Selectable<Schema['scan_records']>, (typeof COLUMNS)[number]>): ScanRecord {
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
    ...unpackScan(row),
    createdAt: row.created_at,
  }
}
