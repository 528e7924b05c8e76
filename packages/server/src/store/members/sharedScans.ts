import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Environment } from '../../domain/environment.ts'
import { MAX_SHARED_SCANS, type SharedScan, type SharedScans } from '../../domain/ports/sharedScans.ts'
import { despiteFullDisk } from '../engine/despiteFullDisk.ts'
import type { Engine } from '../engine/engine.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import type { Schema } from '../schema.ts'
import { takeAdvisoryLock } from '../takeAdvisoryLock.ts'
import { hashSecretToken, newSecretToken } from './oneTimeSecret.ts'

export type SharedScanRows = SharedScans & {
  /** Deletes those that are over. */
  prune(now: number, pacing?: Pacing): Promise<void>
}

export function createSharedScans(engine: Engine): SharedScanRows {
  const { db, dialect } = engine
  return {
    async create({ accountId, environment, requestId, createdBy, createdAt, expiresAt }) {
      const token = newSecretToken('rdp_')
      const row = {
        id: `shr_${uuidv7().replaceAll('-', '')}`,
        hash: hashSecretToken(token),
        account_id: accountId,
        environment,
        request_id: requestId,
        created_by: createdBy,
        created_at: createdAt,
        expires_at: expiresAt,
      }
      await db.transaction().execute(async (transaction) => {
        await takeAdvisoryLock(transaction, dialect, { kind: 'shared-scans', accountId, environment })
        const { count } = await transaction
          .selectFrom('shared_scans')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .where('expires_at', '>', createdAt)
          .executeTakeFirstOrThrow()
        if (Number(count) >= MAX_SHARED_SCANS)
          throw new RangeError(
            `This account shares ${MAX_SHARED_SCANS} scans already, which is the limit; revoke a link that is no longer used.`,
          )
        await transaction.insertInto('shared_scans').values(row).execute()
      })
      return { share: toShare(row), token }
    },
    async find(token, now) {
      const row = await db
        .selectFrom('shared_scans')
        .selectAll()
        .where('hash', '=', hashSecretToken(token))
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row ? toShare(row) : null
    },
    async list(accountId, environment, now) {
      const rows = await db
        .selectFrom('shared_scans')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toShare)
    },
    async revoke(accountId, environment, id) {
      const revoked = db
        .deleteFrom('shared_scans')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
      const { numDeletedRows } = await despiteFullDisk(engine, () => revoked.executeTakeFirst())
      return Number(numDeletedRows) > 0
    },
    async prune(now, pacing) {
      const remove = async (limit: number) => {
        const over = db.selectFrom('shared_scans').select('id').where('expires_at', '<=', now).limit(limit)
        return Number((await db.deleteFrom('shared_scans').where('id', 'in', over).executeTakeFirst()).numDeletedRows)
      }
      await pruneInChunks(dialect, remove, pacing)
    },
  }
}

function toShare(row: Selectable<Schema['shared_scans']>): SharedScan {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment as Environment,
    requestId: row.request_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
