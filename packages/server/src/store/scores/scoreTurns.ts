import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Round-robin over the accounts whose entities are due for a new score: one account that watches thousands delays no other.
 * The position is this process's own, in the order of account ids.
 */
export function createScoreTurns(db: Kysely<Schema>) {
  let last = ''
  /** Accounts after one that have something due; each costs a look into an index, whatever waits for it. */
  const after = async (account: string, now: number, limit: number) => {
    const { rows } = await sql<{ id: string }>`
      with recursive accounts (id) as (
        select min(account_id) from notified_scores where account_id > ${account}
        union all
        select (select min(account_id) from notified_scores where account_id > accounts.id)
        from accounts where accounts.id is not null
      )
      select id from accounts where id is not null and exists (
        select 1 from notified_scores where account_id = accounts.id and due_at <= ${now} and leased_until <= ${now})
      limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  }
  return {
    /** Up to `limit` accounts, those first that were asked about longest ago. `now` in Unix milliseconds. */
    async next(now: number, limit: number): Promise<string[]> {
      const later = await after(last, now, limit)
      const found = later.length < limit ? [...new Set([...later, ...(await after('', now, limit))])] : later
      const accounts = found.slice(0, limit)
      last = accounts.at(-1) ?? last
      return accounts
    },
  }
}
