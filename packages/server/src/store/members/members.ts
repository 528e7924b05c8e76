import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { MAX_MEMBERS, type Member, type Role } from '../../domain/member.ts'
import type { MemberStore } from '../../domain/ports/members.ts'
import { despiteFullDisk } from '../engine/despiteFullDisk.ts'
import type { Engine } from '../engine/engine.ts'
import type { Schema } from '../schema.ts'
import { takeAdvisoryLock } from '../takeAdvisoryLock.ts'

export function createMembers(engine: Engine): MemberStore {
  const { db, dialect } = engine
  /** Counts and changes of one account's members come one after the other, so that the last owner stays. */
  const inTurn = <Value>(accountId: string, change: (transaction: Transaction<Schema>) => Promise<Value>) =>
    db.transaction().execute(async (transaction) => {
      await takeAdvisoryLock(transaction, dialect, { kind: 'members', accountId, environment: '' })
      return change(transaction)
    })
  /** The same for what takes rights away. */
  const takeAway = <Value>(accountId: string, change: (transaction: Transaction<Schema>) => Promise<Value>) =>
    despiteFullDisk(engine, () => inTurn(accountId, change))

  return {
    async create({ accountId, name, role, now }) {
      const id = `mem_${uuidv7().replaceAll('-', '')}`
      return inTurn(accountId, async (transaction) => {
        const { count } = await transaction
          .selectFrom('members')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= MAX_MEMBERS)
          throw new RangeError(`This account has ${MAX_MEMBERS} members already, which is the limit; remove one.`)
        const made = await transaction
          .insertInto('members')
          .values({
            id,
            account_id: accountId,
            name,
            role,
            password_hash: null,
            created_at: now,
            last_sign_in_at: null,
          })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!made) throw new RangeError(`The sign-in name "${name}" is taken; choose another.`)
        return required(await memberOf(transaction, id))
      })
    },
    async get(accountId, memberId) {
      const row = await selectMembers(db)
        .where('members.id', '=', memberId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row ? toMember(row) : null
    },
    async list(accountId) {
      const rows = await selectMembers(db)
        .where('account_id', '=', accountId)
        .orderBy('members.created_at')
        .orderBy('members.id')
        .execute()
      return rows.map(toMember)
    },
    async findByName(name) {
      const row = await selectMembers(db).where('members.name', '=', name).executeTakeFirst()
      return row ? { member: toMember(row), passwordHash: row.password_hash } : null
    },
    async passwordHash(memberId) {
      const row = await db.selectFrom('members').select('password_hash').where('id', '=', memberId).executeTakeFirst()
      return row?.password_hash ?? null
    },
    async setPassword(memberId, passwordHash) {
      await db.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', memberId).execute()
    },
    setRole: (accountId, memberId, role) =>
      takeAway(accountId, async (transaction) => {
        const found = await find(transaction, accountId, memberId)
        if (found === undefined) return null
        if (found.role === 'owner' && role !== 'owner' && !(await hasOtherOwner(transaction, accountId, memberId)))
          return 'last-owner'
        await transaction.updateTable('members').set({ role }).where('id', '=', memberId).execute()
        return required(await memberOf(transaction, memberId))
      }),
    remove: (accountId, memberId) =>
      takeAway(accountId, async (transaction) => {
        const found = await find(transaction, accountId, memberId)
        if (found === undefined) return null
        if (found.role === 'owner' && !(await hasOtherOwner(transaction, accountId, memberId))) return 'last-owner'
        const member = required(await memberOf(transaction, memberId))
        await transaction.deleteFrom('sessions').where('member_id', '=', memberId).execute()
        await transaction.deleteFrom('passkeys').where('member_id', '=', memberId).execute()
        await transaction.deleteFrom('one_time_tokens').where('member_id', '=', memberId).execute()
        await transaction.deleteFrom('members').where('id', '=', memberId).execute()
        return member
      }),
    async anySignedIn() {
      const signedIn = db.selectFrom('members').select('id').where('last_sign_in_at', 'is not', null)
      return (await signedIn.limit(1).executeTakeFirst()) !== undefined
    },
  }
}

function find(db: Kysely<Schema>, accountId: string, memberId: string) {
  return db
    .selectFrom('members')
    .select('role')
    .where('id', '=', memberId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

async function hasOtherOwner(db: Kysely<Schema>, accountId: string, memberId: string): Promise<boolean> {
  const other = await db
    .selectFrom('members')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .where('id', '<>', memberId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

async function memberOf(db: Kysely<Schema>, memberId: string): Promise<Member | null> {
  const row = await selectMembers(db).where('members.id', '=', memberId).executeTakeFirst()
  return row ? toMember(row) : null
}

function selectMembers(db: Kysely<Schema>) {
  return db
    .selectFrom('members')
    .selectAll('members')
    .select(sql<number>`(select count(*) from passkeys where passkeys.member_id = members.id)`.as('passkey_count'))
}

function required(member: Member | null): Member {
  if (member === null) throw new Error('A member vanished within a transaction')
  return member
}

type MemberRow = Schema['members'] & { passkey_count: number }

function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    role: row.role as Role,
    hasPassword: row.password_hash !== null,
    passkeys: Number(row.passkey_count),
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  }
}
