import { type Kysely, sql } from 'kysely'
import type { WebhookOwner } from '../../domain/ports/webhooks.ts'
import type { Schema } from '../schema.ts'
import { namesEntity } from '../webhooks/namesEntity.ts'

const OF_RISK = ['entity.risk_changed', 'entity.threat_detected']

/**
 * The webhooks of an account that want events of risk, and how many entities each lists: none, for all.
 * @param entity leaves out those that do not hear of it; null: nobody.
 */
export async function wantsRisk(
  on: Kysely<Schema>,
  owner: WebhookOwner,
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
