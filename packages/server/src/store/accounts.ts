import { v7 as uuidv7 } from 'uuid'
import type { Account } from '../domain/account.ts'
import type { Plan } from '../domain/plan.ts'
import type { Engine } from './engine/engine.ts'

export type Accounts = {
  /** @throws Error when the name is taken or looks like an id. */
  create(account: { name: string; plan: Plan; operator?: boolean }): Promise<Account>
  /** By id or by name. */
  find(idOrName: string): Promise<Account | null>
  /** Oldest first. */
  list(): Promise<Account[]>
}

export function createAccounts({ db }: Engine): Accounts {
  return {
    async create({ name, plan, operator = false }) {
      if (name.startsWith('acc_')) throw new Error('Names that begin with "acc_" would be taken for ids.')
      const row = {
        id: `acc_${uuidv7().replaceAll('-', '')}`,
        name,
        plan,
        operator: operator ? 1 : 0,
        created_at: Date.now(),
      }
      const made = await db
        .insertInto('accounts')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) throw new Error(`An account named "${name}" exists already.`)
      return toAccount(row)
    },
    async find(idOrName) {
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where((where) => where.or([where('id', '=', idOrName), where('name', '=', idOrName)]))
        .executeTakeFirst()
      return row ? toAccount(row) : null
    },
    async list() {
      const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.map(toAccount)
    },
  }
}

function toAccount(row: { id: string; name: string; plan: string; operator: number; created_at: number }): Account {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan as Plan,
    operator: row.operator === 1,
    createdAt: row.created_at,
  }
}
