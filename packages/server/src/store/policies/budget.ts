import type { Address } from '@redoubt/risk/address.ts'
import { v7 as uuidv7 } from 'uuid'
import { largerLines } from '../../domain/policy/budgetEntry.ts'
import type { Policy } from '../../domain/policy/policy.ts'
import type { BudgetStore } from '../../domain/ports/policies.ts'
import type { Engine } from '../engine/engine.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import { bookSeen } from './bookSeen.ts'
import { DAY_MS, insertEntry, isLive, ofEntries, parseLines, toOpen, writeLines } from './budgetEntries.ts'
import { judgeBeside, rivalsOf, slotOf, usageOf } from './countedUsage.ts'
import { emitLimitAlerts } from './emitLimitAlerts.ts'
import { lockPolicy, ofWallet, toPolicy } from './policies.ts'

/** A transaction that is not seen on chain for so long was dropped. */
const PENDING_MS = DAY_MS
/** Entries are kept for a look back. */
const KEPT_MS = 30 * DAY_MS
const MAX_OPEN_SHOWN = 100
const MAX_ADDRESSES = 500

export type Budget = BudgetStore & {
  /** Deletes entries that ended over 30 days ago. */
  prune(now: number, pacing?: Pacing): Promise<void>
}

/**
 * What wallets let go. Every write first locks the row of the wallet's policy: decision and booking are one step, whichever node or
 * process asks. SQLite has one writing transaction at a time anyway.
 */
export function createBudget({ db, dialect }: Engine): Budget {
  return {
    async read(wallet, now) {
      const row = await db.selectFrom('policies').selectAll().where(ofWallet(wallet, wallet.wallet)).executeTakeFirst()
      const policy = row ? inForce(toPolicy(row), now) : null
      return policy && { policy, usage: await usageOf(db, wallet, { policy, now }) }
    },
    async decide(wallet, { now, nonce, lines, decide }) {
      const row = await db.selectFrom('policies').selectAll().where(ofWallet(wallet, wallet.wallet)).executeTakeFirst()
      const policy = row ? inForce(toPolicy(row), now) : null
      if (policy === null) return null
      const rivals = nonce === null ? [] : await rivalsOf(db, wallet, { nonce, now })
      const judged = await judgeBeside(db, wallet, { policy, now, rivals, known: null, lines })
      return decide(policy, judged.usage)
    },
    reserve: (wallet, { identity, expiresAt, now, nonce, lines, decide }) =>
      db.transaction().execute(async (transaction) => {
        const row = await lockPolicy(transaction, dialect, wallet)
        const policy = row ? inForce(toPolicy(row), now) : null
        if (policy === null) return { decision: null, reservationId: null, isNew: false }
        const known = await transaction
          .selectFrom('budget_entries')
          .select(['id', 'state', 'expires_at', 'lines'])
          .where(ofEntries(wallet))
          .where('identity', '=', identity)
          .executeTakeFirst()
        const rivals =
          nonce === null
            ? []
            : (await rivalsOf(transaction, wallet, { nonce, now })).filter(({ id }) => id !== known?.id)
        const { usage, booked, before } = await judgeBeside(transaction, wallet, {
          policy,
          now,
          rivals,
          known: known?.id ?? null,
          lines,
        })
        const decision = decide(policy, usage)
        if (decision.outcome !== 'allow') return { decision, reservationId: null, isNew: false }
        if (known && known.state !== 'booked' && (known.expires_at === null || known.expires_at > now)) {
          const larger = largerLines(parseLines(known.lines), booked)
          await writeLines(transaction, known.id, larger)
          return { decision, reservationId: known.id, isNew: false }
        }
        if (known?.state === 'booked') return { decision, reservationId: known.id, isNew: false }
        if (known) await transaction.deleteFrom('budget_entries').where('id', '=', known.id).execute()
        const id = `res_${uuidv7().replaceAll('-', '')}`
        await insertEntry(transaction, wallet, {
          id,
          identity,
          state: 'reserved',
          lines: booked,
          chain: nonce?.chain ?? null,
          nonce: nonce === null ? null : slotOf(wallet, nonce),
          transactionHash: null,
          at: now,
          expiresAt,
        })
        await emitLimitAlerts(transaction, wallet, { policy, before, now })
        return { decision, reservationId: id, isNew: true }
      }),
    async settle(id, transactionHash, now) {
      await db
        .updateTable('budget_entries')
        .set({ state: 'sent', transaction_hash: transactionHash, expires_at: now + PENDING_MS })
        .where('id', '=', id)
        .where('state', 'in', ['reserved', 'sent'])
        .execute()
    },
    async release(id) {
      await db.deleteFrom('budget_entries').where('id', '=', id).where('state', 'in', ['reserved', 'sent']).execute()
    },
    async open(wallet, now) {
      const rows = await db
        .selectFrom('budget_entries')
        .selectAll()
        .where(ofEntries(wallet))
        .where('state', 'in', ['reserved', 'sent'])
        .where(isLive(now))
        .orderBy('at')
        .limit(MAX_OPEN_SHOWN)
        .execute()
      return rows.map(toOpen)
    },
    async guarded(environment, addresses, accountId) {
      const found: Address[] = []
      for (let at = 0; at < addresses.length; at += MAX_ADDRESSES) {
        let asked = db.selectFrom('policies').select('address').distinct().where('environment', '=', environment)
        if (accountId !== undefined) asked = asked.where('account_id', '=', accountId)
        const rows = await asked.where('address', 'in', addresses.slice(at, at + MAX_ADDRESSES)).execute()
        found.push(...rows.map(({ address }) => address as Address))
      }
      return found
    },
    async anyGuarded(environment) {
      const row = await db
        .selectFrom('policies')
        .select('seq')
        .where('environment', '=', environment)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async book(seen) {
      const owners = await db
        .selectFrom('policies')
        .select('account_id')
        .where('address', '=', seen.wallet)
        .where('environment', '=', seen.environment)
        .execute()
      for (const { account_id: accountId } of owners) {
        const wallet = { accountId, environment: seen.environment, wallet: seen.wallet }
        await db.transaction().execute((transaction) => bookSeen(transaction, dialect, wallet, seen))
      }
    },
    async prune(now, pacing) {
      const remove = async (limit: number) => {
        const old = db
          .selectFrom('budget_entries')
          .select('id')
          .where('at', '<', now - KEPT_MS)
          .where(({ eb, or }) => or([eb('state', '=', 'booked'), eb('expires_at', '<', now - KEPT_MS)]))
          .limit(limit)
        const { numDeletedRows } = await db.deleteFrom('budget_entries').where('id', 'in', old).executeTakeFirst()
        return Number(numDeletedRows)
      }
      await pruneInChunks(dialect, remove, pacing)
    },
  }
}

/** A deleted policy whose former rules ended is none. */
function inForce(policy: Policy, now: number): Policy | null {
  return policy.deletedAt === null || policy.former.some(({ until }) => now < until) ? policy : null
}
