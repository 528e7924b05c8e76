import type { Selectable } from 'kysely'
import { MAX_PASSKEYS } from '../../domain/member.ts'
import type { Passkey, PasskeyStore } from '../../domain/ports/members.ts'
import { despiteFullDisk } from '../engine/despiteFullDisk.ts'
import type { Engine } from '../engine/engine.ts'
import type { Schema } from '../schema.ts'

export function createPasskeys(engine: Engine): PasskeyStore {
  const { db } = engine
  return {
    async add({ id, memberId, name, publicKey, counter, transports, createdAt }) {
      const { count } = await db
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('member_id', '=', memberId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= MAX_PASSKEYS)
        throw new RangeError(`You have ${MAX_PASSKEYS} passkeys already, which is the limit; remove one.`)
      const made = await db
        .insertInto('passkeys')
        .values({
          id,
          member_id: memberId,
          name,
          public_key: publicKey,
          counter,
          transports: JSON.stringify(transports),
          created_at: createdAt,
          last_used_at: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) throw new RangeError('This passkey is registered already.')
    },
    async find(id) {
      const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toPasskey(row) : null
    },
    async list(memberId) {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('member_id', '=', memberId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toPasskey)
    },
    async used(id, counter, now) {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ counter, last_used_at: now })
        .where('id', '=', id)
        // An authenticator without a counter says 0 for ever; with one, a copy of it shows by a number that does not grow.
        .where(({ eb, or, and, lit }) =>
          or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb(lit(counter), '=', 0)])]),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows) > 0
    },
    async remove(memberId, id) {
      const removed = db.deleteFrom('passkeys').where('id', '=', id).where('member_id', '=', memberId)
      const { numDeletedRows } = await despiteFullDisk(engine, () => removed.executeTakeFirst())
      return Number(numDeletedRows) > 0
    },
  }
}

function toPasskey(row: Selectable<Schema['passkeys']>): Passkey {
  return {
    id: row.id,
    memberId: row.member_id,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
