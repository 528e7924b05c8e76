import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { NewEvent } from '../../domain/event.ts'
import { entityKey } from '../entityKey.ts'
import type { Schema } from '../schema.ts'
import { storableText } from '../storableText.ts'

/** @returns The event's id; null when it was told before. */
export async function insertEvent(transaction: Kysely<Schema>, event: NewEvent): Promise<string | null> {
  const { accountId, environment, type, entity, data, identity, at } = event
  const row = await transaction
    .insertInto('events')
    .values({
      id: idOf(event),
      account_id: accountId,
      environment,
      identity,
      type,
      entity: storableText(entity),
      entity_key: entity && entityKey(storableText(entity)),
      data: storableText(data),
      at,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'identity']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** What is told again after a reorganisation took it back has the id that readers may have seen. */
function idOf({ accountId, environment, identity }: NewEvent): string {
  if (identity === null) return `evt_${uuidv7().replaceAll('-', '')}`
  const named = JSON.stringify([accountId, environment, identity])
  return `evt_${createHash('sha256').update(named).digest('hex').slice(0, 32)}`
}
