import { type Kysely, sql } from 'kysely'
import type { Engine } from './engine/engine.ts'
import type { Schema } from './schema.ts'

/**
 * Until the transaction ends, no other counts or makes the account's things of that kind: who counts and then inserts would not see what
 * others insert meanwhile. SQLite has one writing transaction at a time anyway.
 */
export async function takeAdvisoryLock(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  {
    kind,
    accountId,
    environment,
  }: {
    kind: 'keys' | 'members' | 'monitors' | 'policies' | 'shared-scans' | 'webhooks' | 'held-transactions'
    accountId: string
    environment: string
  },
): Promise<void> {
  if (dialect === 'sqlite') return
  const key = `${kind}:${environment}:${accountId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction)
}
