import { type RawBuilder, sql } from 'kysely'
import { entityKey } from '../entityKey.ts'

/** Of a row of `webhooks`: whether it lists the entity, or nothing at all. Null is listed by none. */
export function namesEntity(entity: string | null): RawBuilder<boolean> {
  if (entity === null) return sql<boolean>`webhooks.listed = 0`
  return sql<boolean>`(webhooks.listed = 0 or exists (
    select 1 from webhook_entities where webhook_id = webhooks.id and entity_key = ${entityKey(entity)}))`
}
