import type { Address } from '@redoubt/risk/address.ts'
import { sql, type Transaction } from 'kysely'
import type { MonitorSettings } from '../../domain/monitor.ts'
import {
  joinedPermission,
  MAX_SIGNED_PERMISSIONS,
  type SignedOwner,
  type SignedPermission,
} from '../../domain/signedPermission.ts'
import type { SignedPermissions } from '../../watch/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { storableText } from '../givenRows.ts'
import { emitEvent } from '../outbox/insertEvent.ts'
import type { Schema } from '../schema.ts'

/** Permissions that monitored wallets signed, as rows that are due at a time. */
export function createSignedPermissions({ db, dialect }: Engine): SignedPermissions {
  const settingsOf = async ({
    accountId,
    environment,
    chain,
    wallet,
  }: SignedOwner): Promise<MonitorSettings | null> => {
    const row = await db
      .selectFrom('monitors')
      .select('settings')
      .where('account_id', '=', accountId)
      .where('environment', '=', environment)
      .where('chain', '=', chain)
      .where(sql<string>`lower(address)`, '=', wallet)
      .executeTakeFirst()
    return row === undefined ? null : (JSON.parse(row.settings) as MonitorSettings)
  }
  return {
    settingsOf,
    async join(owner, permissions, dueAt) {
      if (permissions.length === 0 || (await settingsOf(owner))?.monitoring.tokenApprovals !== true)
        return { joined: 0, leftOut: 0 }
      return db.transaction().execute((transaction) => joinAll(transaction, { owner, permissions, dueAt }))
    },
    lease: (now, leaseMs, limit) =>
      db.transaction().execute(async (transaction) => {
        const due = transaction
          .selectFrom('signed_permissions')
          .selectAll()
          .where('due_at', '<=', now)
          .orderBy('due_at')
        const limited = due.limit(limit)
        const rows = await (dialect === 'postgres' ? limited.forUpdate().skipLocked() : limited).execute()
        const seqs = rows.map(({ seq }) => seq)
        if (seqs.length > 0)
          await transaction
            .updateTable('signed_permissions')
            .set({ due_at: now + leaseMs })
            .where('seq', 'in', seqs)
            .execute()
        return rows.map((row) => ({
          id: row.seq,
          owner: {
            accountId: row.account_id,
            environment: row.environment as SignedOwner['environment'],
            chain: row.chain as SignedOwner['chain'],
            wallet: row.wallet as Address,
          },
          permission: unpacked(row.permission),
        }))
      }),
    settle: ({ id, permission }, { events, next, dueAt }) =>
      db.transaction().execute(async (transaction) => {
        const leased = storableText(packed(permission))
        const left =
          next === null
            ? await transaction
                .deleteFrom('signed_permissions')
                .where('seq', '=', id)
                .where('permission', '=', leased)
                .returning('seq')
                .executeTakeFirst()
            : await transaction
                .updateTable('signed_permissions')
                .set({ permission: storableText(packed(next)), due_at: dueAt })
                .where('seq', '=', id)
                .where('permission', '=', leased)
                .returning('seq')
                .executeTakeFirst()
        // Another process settled it.
        if (left === undefined) return 0
        let deliveries = 0
        for (const event of events) deliveries += (await emitEvent(transaction, event))?.deliveries ?? 0
        return deliveries
      }),
  }
}

async function joinAll(
  transaction: Transaction<Schema>,
  { owner, permissions, dueAt }: { owner: SignedOwner; permissions: readonly SignedPermission[]; dueAt: number },
): Promise<{ joined: number; leftOut: number }> {
  const { accountId, environment, chain, wallet } = owner
  const ofAccount = transaction
    .selectFrom('signed_permissions')
    .where('account_id', '=', accountId)
    .where('environment', '=', environment)
  const { count } = await ofAccount.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await ofAccount
    .select(['seq', 'place', 'permission'])
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where(
      'place',
      'in',
      permissions.map(({ place }) => place),
    )
    .execute()
  const known = new Map(rows.map((row) => [row.place, row]))
  for (const given of permissions) {
    const row = known.get(given.place)
    if (row === undefined) continue
    const both = storableText(packed(joinedPermission(unpacked(row.permission), given)))
    // Where it was settled meanwhile, the next scan of it joins anew.
    if (both !== row.permission)
      await transaction
        .updateTable('signed_permissions')
        .set({ permission: both })
        .where('seq', '=', row.seq)
        .where('permission', '=', row.permission)
        .execute()
  }
  const fresh = permissions.filter(({ place }) => !known.has(place))
  const fitting = fresh.slice(0, Math.max(0, MAX_SIGNED_PERMISSIONS - Number(count)))
  const values = fitting.map((permission) => ({
    account_id: accountId,
    environment,
    chain,
    wallet,
    place: permission.place,
    permission: storableText(packed(permission)),
    due_at: dueAt,
  }))
  const leftOut = fresh.length - fitting.length
  if (values.length === 0) return { joined: 0, leftOut }
  const joined = await transaction
    .insertInto('signed_permissions')
    .values(values)
    .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'chain', 'wallet', 'place']).doNothing())
    .returning('seq')
    .execute()
  return { joined: joined.length, leftOut }
}

function packed(permission: SignedPermission): string {
  return JSON.stringify(permission, (_, value: unknown) =>
    typeof value === 'bigint' ? { bigint: String(value) } : value,
  )
}

function unpacked(text: string): SignedPermission {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'bigint' in value ? BigInt(String(value.bigint)) : value,
  ) as SignedPermission
}
