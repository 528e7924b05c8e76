import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Owner } from '../../domain/account.ts'
import type { HeldTransactionStore, NoncePlace, SupersededTransaction } from '../../domain/ports/heldTransactions.ts'
import {
  type GuardReason,
  type HeldStatus,
  type HeldTransaction,
  type Hold,
  type LeasedTransaction,
  RELAYED_FOR_MS,
  type SendVerdict,
  type SignedMembers,
} from '../../domain/rpc/heldTransaction.ts'
import type { GuardSettings } from '../../domain/rpc/rpcToken.ts'
import { pageOf, placeIn } from '../createCursors.ts'
import type { Engine } from '../engine/engine.ts'
import type { Keyring } from '../keyring.ts'
import { emitEvent } from '../outbox/insertEvent.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import type { Schema } from '../schema.ts'
import { takeAdvisoryLock } from '../takeAdvisoryLock.ts'

/** Transactions of one sender that wallets are shown as pending. */
const MAX_SHOWN = 1_000
/** Transactions that wait no longer are kept this long. */
const KEPT_MS = 30 * 24 * 3_600_000

type Row = Selectable<Schema['held_transactions']>
type Held = HeldTransactionStore & {
  /** Deletes what has not waited for 30 days. @returns how many. */
  prune(now: number, pacing?: Pacing): Promise<number>
}

/** Transactions that wait, one account and environment at a time; leases are for all. */
export function createHeldTransactions({ db, dialect }: Engine, keyring: Keyring): Held {
  const owned = (from: Kysely<Schema>, { accountId, environment }: Owner) =>
    from
      .selectFrom('held_transactions')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('environment', '=', environment)

  /** Ends those that wait and that no node works on. */
  const endWaiting = async (
    transaction: Kysely<Schema>,
    { accountId, environment }: Owner,
    { chain, sender, nonce, except }: NoncePlace & { except: string },
    now: number,
  ): Promise<SupersededTransaction[]> => {
    const waiting = await owned(transaction, { accountId, environment })
      .where('chain', '=', chain)
      .where('sender', '=', sender)
      .where('nonce', '=', nonce)
      .where('hash', '<>', except)
      .where(sql<boolean>`status = 'held'`)
      .execute()
    if (waiting.length === 0) return []
    const ended = await transaction
      .updateTable('held_transactions')
      .set({ status: 'superseded', sealed: '', updated_at: now })
      .where(
        'id',
        'in',
        waiting.map(({ id }) => id),
      )
      // Also one that a node judges now: it renews its lease before it sends, and finds that it may not.
      .where(sql<boolean>`status = 'held'`)
      .returningAll()
      .execute()
    const sealed = new Map(waiting.map((row) => [row.id, row.sealed]))
    return ended.map((row) => ({ held: toHeld(row), sealed: sealed.get(row.id) ?? '' }))
  }

  const toLeased = (row: Row): LeasedTransaction => ({
    accountId: row.account_id,
    environment: row.environment as Owner['environment'],
    held: toHeld(row),
    raw: opened(keyring, row),
    guard: JSON.parse(row.guard) as GuardSettings,
    leasedUntil: Number(row.leased_until),
  })

  return {
    hold: (owner, wanted, { max, maxByToken, eventOf }) =>
      db.transaction().execute(async (transaction) => {
        const { accountId, environment } = owner
        const { chain, hash, transaction: members, now } = wanted
        await takeAdvisoryLock(transaction, dialect, { kind: 'held-transactions', accountId, environment })
        const known = await owned(transaction, owner)
          .where('chain', '=', chain)
          .where('hash', '=', hash)
          .where('status', '=', wanted.status)
          .executeTakeFirst()
        if (known) return toHeld(known)
        await endWaiting(transaction, owner, { chain, sender: members.from, nonce: members.nonce, except: hash }, now)
        const { count, own } = await transaction
          .selectFrom('held_transactions')
          .select(({ fn }) => [
            fn.countAll<number>().as('count'),
            sql<number>`coalesce(sum(case when sent_by = ${wanted.sentBy} then 1 else 0 end), 0)`.as('own'),
          ])
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .where(sql<boolean>`status = 'held'`)
          .executeTakeFirstOrThrow()
        if (Number(count) >= max)
          throw new RangeError(`This account has ${max} held transactions already; approve or cancel some first.`)
        if (wanted.sentBy !== null && Number(own) >= maxByToken)
          throw new RangeError(
            `This RPC token has ${maxByToken} held transactions already; approve or cancel some first.`,
          )
        const id = `held_${uuidv7().replaceAll('-', '')}`
        const row = await transaction
          .insertInto('held_transactions')
          .values({
            id,
            account_id: accountId,
            environment,
            chain,
            hash,
            sender: members.from,
            nonce: members.nonce,
            members: JSON.stringify(members),
            sealed: wanted.status === 'held' ? keyring.current().sealTransaction(wanted.raw, id) : '',
            guard: JSON.stringify(wanted.guard),
            status: wanted.status,
            reason: JSON.stringify(wanted.reason),
            verdict: wanted.verdict && JSON.stringify(wanted.verdict),
            request_id: wanted.requestId,
            approved_by: null,
            covered: null,
            sent_by: wanted.sentBy,
            held_at: wanted.heldAt ?? now,
            release_at: wanted.releaseAt,
            expires_at: wanted.expiresAt,
            due_at: dueAt(wanted),
            leased_until: 0,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        const held = toHeld(row)
        if (eventOf) await emitEvent(transaction, eventOf(held))
        return held
      }),
    async list(owner, { limit, cursor, status }) {
      let page = owned(db, owner)
      if (cursor !== null) page = page.where('seq', '<', placeIn(cursor))
      if (status !== null) page = page.where('status', '=', status)
      const read = await page
        .orderBy('seq', 'desc')
        .limit(limit + 1)
        .execute()
      const { rows, nextCursor } = pageOf(read, limit)
      return { held: rows.map(toHeld), nextCursor }
    },
    async get(owner, id) {
      const row = await owned(db, owner).where('id', '=', id).executeTakeFirst()
      return row ? toHeld(row) : null
    },
    async byHash(owner, chain, hash) {
      const row = await owned(db, owner)
        .where('chain', '=', chain)
        .where('hash', '=', hash)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? toHeld(row) : null
    },
    async pendingOf(owner, chain, sender, now) {
      const rows = await owned(db, owner)
        .where('chain', '=', chain)
        .where('sender', '=', sender)
        .where(({ eb, or, and }) =>
          or([
            eb('status', '=', 'held'),
            and([eb('status', '=', 'released'), eb('updated_at', '>', now - RELAYED_FOR_MS)]),
          ]),
        )
        .orderBy('nonce')
        .limit(MAX_SHOWN)
        .execute()
      return rows.filter((row) => row.status !== 'held' || isShownPending(row)).map(toHeld)
    },
    supersede: (owner, place, now) =>
      db.transaction().execute((transaction) => endWaiting(transaction, owner, place, now)),
    async restore({ accountId, environment }, superseded, now) {
      for (const { held, sealed } of superseded)
        await db
          .updateTable('held_transactions')
          .set({ status: 'held', sealed, leased_until: 0, updated_at: now })
          .where('id', '=', held.id)
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .where('status', '=', 'superseded')
          .where('sealed', '=', '')
          .execute()
    },
    async lease({ now, leaseMs, limit }) {
      const skip = sql.raw(dialect === 'postgres' ? 'for update skip locked' : '')
      const { rows } = await sql<Row>`
        update held_transactions set leased_until = ${now + leaseMs}
        where seq in (
          select seq from held_transactions
          where status = 'held' and due_at <= ${now} and leased_until <= ${now}
          order by due_at, seq limit ${limit} ${skip})
        returning *`.execute(db)
      return rows.map(toLeased).sort((a, b) => a.held.heldAt - b.held.heldAt)
    },
    async leaseApproved({ accountId, environment }, id, { now, leaseMs, approvedBy, covered }) {
      const row = await db
        .updateTable('held_transactions')
        // Due at once: where this node stops, another goes on.
        .set({
          approved_by: approvedBy,
          covered: JSON.stringify(covered),
          release_at: now,
          due_at: now,
          leased_until: now + leaseMs,
          updated_at: now,
        })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where(sql<boolean>`status = 'held'`)
        .where('leased_until', '<=', now)
        .returningAll()
        .executeTakeFirst()
      return row ? toLeased(row) : null
    },
    async renew({ held, leasedUntil }, { now, leaseMs }) {
      const row = await db
        .updateTable('held_transactions')
        // Later than before, also within one millisecond.
        .set({ leased_until: Math.max(now + leaseMs, leasedUntil + 1) })
        .where('id', '=', held.id)
        .where(sql<boolean>`status = 'held'`)
        .where('leased_until', '=', leasedUntil)
        .returningAll()
        .executeTakeFirst()
      return row ? toLeased(row) : null
    },
    settle: ({ held, leasedUntil }, { status, reason, verdict, releaseAt }, now, event) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('held_transactions')
          .set({
            status,
            leased_until: 0,
            updated_at: now,
            ...(status !== 'held' && { sealed: '' }),
            ...(reason && { reason: JSON.stringify(reason) }),
            ...(verdict && { verdict: JSON.stringify(verdict) }),
            ...(releaseAt !== undefined && {
              release_at: releaseAt,
              due_at: dueAt({ releaseAt, expiresAt: held.expiresAt }),
            }),
          })
          .where('id', '=', held.id)
          .where(sql<boolean>`status = 'held'`)
          .where('leased_until', '=', leasedUntil)
          .returning('id')
          .executeTakeFirst()
        if (!row) return false
        if (event) await emitEvent(transaction, event)
        return true
      }),
    async cancel({ accountId, environment }, id, now) {
      const row = await db
        .updateTable('held_transactions')
        .set({ status: 'cancelled', sealed: '', updated_at: now })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where(sql<boolean>`status = 'held'`)
        .where('leased_until', '<=', now)
        .returningAll()
        .executeTakeFirst()
      return row ? toHeld(row) : null
    },
    prune(now, pacing) {
      const remove = async (limit: number) => {
        const { numDeletedRows } = await db
          .deleteFrom('held_transactions')
          .where('seq', 'in', (from) =>
            from
              .selectFrom('held_transactions')
              .select('seq')
              .where('updated_at', '<', now - KEPT_MS)
              .where('status', '<>', 'held')
              .limit(limit),
          )
          .executeTakeFirst()
        return Number(numDeletedRows)
      }
      return pruneInChunks(dialect, remove, pacing)
    },
  }
}

function dueAt({ releaseAt, expiresAt }: { releaseAt: number | null; expiresAt: number }): number {
  return Math.min(releaseAt ?? expiresAt, expiresAt)
}

function isShownPending(row: Row): boolean {
  return (JSON.parse(row.guard) as GuardSettings).onHold === 'pending'
}

function opened(keyring: Keyring, { id, sealed }: Row): LeasedTransaction['raw'] {
  for (const secret of [keyring.current(), ...keyring.earlier()]) {
    const raw = secret.unsealTransaction(sealed, id)
    if (raw !== null) return raw as `0x${string}`
  }
  return null
}

function toHeld(row: Row): HeldTransaction {
  return {
    id: row.id,
    chain: row.chain as HeldTransaction['chain'],
    hash: row.hash as HeldTransaction['hash'],
    transaction: JSON.parse(row.members) as SignedMembers,
    status: row.status as HeldStatus,
    reason: JSON.parse(row.reason) as GuardReason,
    verdict: row.verdict === null ? null : (JSON.parse(row.verdict) as SendVerdict),
    requestId: row.request_id,
    heldAt: Number(row.held_at),
    releaseAt: row.release_at === null ? null : Number(row.release_at),
    expiresAt: Number(row.expires_at),
    updatedAt: Number(row.updated_at),
    approvedBy: row.approved_by,
    covered: row.covered === null ? [] : (JSON.parse(row.covered) as Hold[]),
  }
}
