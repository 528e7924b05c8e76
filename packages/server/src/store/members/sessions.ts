import type { Kysely, Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '../../domain/member.ts'
import type { Plan } from '../../domain/plan.ts'
import type { SessionStore } from '../../domain/ports/members.ts'
import {
  MAX_SESSIONS,
  type OpenSession,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSION_SEEN_MS,
  type Session,
  type SignInMethod,
} from '../../domain/session.ts'
import { StoreUnavailable } from '../../domain/sourceErrors.ts'
import { despiteFullDisk } from '../engine/despiteFullDisk.ts'
import type { Engine } from '../engine/engine.ts'
import { storableText } from '../givenRows.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import type { Schema } from '../schema.ts'
import { hashSecretToken, newSecretToken } from './oneTimeSecret.ts'

export type Sessions = SessionStore & {
  /** Deletes those that are over. */
  prune(now: number, pacing?: Pacing): Promise<void>
}

/** Sessions are found by a hash and kept alive by use. Roles, plans and names are read with each: a change holds at the next request. */
export function createSessions(engine: Engine): Sessions {
  const { db, dialect } = engine
  return {
    async create({ memberId, method, address, userAgent, now }) {
      const token = newSecretToken('rds_')
      const row = {
        id: `ses_${uuidv7().replaceAll('-', '')}`,
        hash: hashSecretToken(token),
        member_id: memberId,
        method,
        address,
        user_agent: storableText(userAgent),
        created_at: now,
        last_seen_at: now,
        expires_at: now + SESSION_MAX_MS,
      }
      const opened = await db.transaction().execute(async (transaction) => {
        await transaction.insertInto('sessions').values(row).execute()
        await transaction.updateTable('members').set({ last_sign_in_at: now }).where('id', '=', memberId).execute()
        const surplus = transaction
          .selectFrom('sessions')
          .select('id')
          .where('member_id', '=', memberId)
          .orderBy('last_seen_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1_000)
          .offset(MAX_SESSIONS)
        await transaction.deleteFrom('sessions').where('id', 'in', surplus).execute()
        return openSession(transaction, row.hash)
      })
      if (opened === null) throw new Error(`There is no member ${memberId}.`)
      return { token, opened }
    },
    async find(token, now, seen) {
      const found = await openSession(db, hashSecretToken(token))
      if (found === null || isOver(found.session, now)) return null
      if (seen && found.session.lastSeenAt + SESSION_SEEN_MS <= now)
        await db
          .updateTable('sessions')
          .set({ last_seen_at: now })
          .where('id', '=', found.session.id)
          .where('last_seen_at', '<', now)
          .execute()
          .catch(ignoreOutage)
      return found
    },
    async list(memberId, now) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('member_id', '=', memberId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toSession).filter((session) => !isOver(session, now))
    },
    async end(memberId, sessionId) {
      const ended = db.deleteFrom('sessions').where('id', '=', sessionId).where('member_id', '=', memberId)
      const { numDeletedRows } = await despiteFullDisk(engine, () => ended.executeTakeFirst())
      return Number(numDeletedRows) > 0
    },
    async endByToken(token) {
      const ended = db.deleteFrom('sessions').where('hash', '=', hashSecretToken(token))
      await despiteFullDisk(engine, () => ended.execute())
    },
    async endOthers(memberId, exceptId) {
      const all = db.deleteFrom('sessions').where('member_id', '=', memberId)
      const others = exceptId === null ? all : all.where('id', '<>', exceptId)
      return Number((await despiteFullDisk(engine, () => others.executeTakeFirst())).numDeletedRows)
    },
    async prune(now, pacing) {
      const remove = async (limit: number) => {
        const over = db
          .selectFrom('sessions')
          .select('id')
          .where(({ eb, or }) => or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', now - SESSION_IDLE_MS)]))
          .limit(limit)
        return Number((await db.deleteFrom('sessions').where('id', 'in', over).executeTakeFirst()).numDeletedRows)
      }
      await pruneInChunks(dialect, remove, pacing)
    },
  }
}

/** When a session was last used is worth less than the request: on a full disk a member must be able to revoke keys. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}

async function openSession(db: Kysely<Schema>, hash: string): Promise<OpenSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .selectAll('sessions')
    .select([
      'members.name as member_name',
      'members.role as role',
      'accounts.id as account_id',
      'accounts.name as account_name',
      'accounts.plan as plan',
      'accounts.operator as operator',
    ])
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    session: toSession(row),
    member: { id: row.member_id, name: row.member_name, role: row.role as Role },
    account: {
      id: row.account_id,
      name: row.account_name,
      plan: row.plan as Plan,
      operator: row.operator === 1,
    },
  }
}

function isOver({ expiresAt, lastSeenAt }: Session, now: number): boolean {
  return expiresAt <= now || lastSeenAt + SESSION_IDLE_MS <= now
}

function toSession(row: Selectable<Schema['sessions']>): Session {
  return {
    id: row.id,
    method: row.method as SignInMethod,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }
}
