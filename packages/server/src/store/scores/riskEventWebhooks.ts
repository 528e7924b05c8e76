import { type Kysely, sql } from 'kysely'
import type { Owner } from '../../domain/account.ts'
import type { Schema } from '../schema.ts'
import { namesEntity } from '../webhooks/webhooks.ts'

const OF_RISK = ['entity.risk_changed', 'entity.threat_detected']

/**
 * Returns the webhooks of an account that want risk events, with the number of entities each lists; 0: all entities.
 * @param entity leaves out the webhooks that do not want its events; null: leaves out none.
 */
export async function riskEventWebhooks(
  on: Kysely<Schema>,
  owner: Owner,
  entity: string | null = null,
): Promise<{ id: string; listed: number }[]> {
  const webhooks = await on
    .selectFrom('webhooks')
    .select(['id', 'events', 'listed'])
    .where('account_id', '=', owner.accountId)
    .where('environment', '=', owner.environment)
    .where(entity === null ? sql<boolean>`1 = 1` : namesEntity(entity))
    .orderBy('seq')
    .execute()
  return webhooks.filter(({ events }) => OF_RISK.some((type) => (JSON.parse(events) as string[]).includes(type)))
}
