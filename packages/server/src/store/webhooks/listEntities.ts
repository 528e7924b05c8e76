import { type Kysely, sql } from 'kysely'
import type { WebhookEntities } from '../../domain/webhook.ts'
import type { Engine } from '../engine/engine.ts'
import { entityKey } from '../entityKey.ts'
import { givenRows } from '../givenRows.ts'
import { watchAddresses } from '../monitors/watchAddresses.ts'
import type { Schema } from '../schema.ts'
import { storableText } from '../storableText.ts'

const COLUMNS = { place: 'bigint', entity_key: 'text', entity: 'text', spelled: 'text' } as const

/** What a webhook lists, instead of what it listed so far, and the addresses among it watched. In the transaction that writes the webhook. */
export async function listEntities(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  { id, environment, entities: { spelled, keys } }: { id: string; environment: string; entities: WebhookEntities },
): Promise<void> {
  await transaction.deleteFrom('webhook_entities').where('webhook_id', '=', id).execute()
  const rows = keys.map((key, place) => {
    const entity = storableText(key)
    return { place, entity_key: entityKey(entity), entity, spelled: storableText(spelled[place] ?? key) }
  })
  await sql`insert into webhook_entities (webhook_id, place, entity_key, entity, spelled)
    select ${id}, place, entity_key, entity, spelled from ${givenRows(dialect, COLUMNS, rows)} as given`.execute(
    transaction,
  )
  await watchAddresses(transaction, id, { environment, addresses: keys })
}
