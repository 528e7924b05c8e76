import { setImmediate } from 'node:timers/promises'
import type { Chain } from '@redoubt/risk/chain.ts'
import { type Kysely, sql } from 'kysely'
import { getAddress } from 'viem/utils'
import type { Owner } from '../../domain/account.ts'
import { entityKey } from '../givenRows.ts'
import type { Schema } from '../schema.ts'
import { riskEventWebhooks } from './riskEventWebhooks.ts'

/** Entities on networks that are watched for one account and environment: those named, then those scanned last. */
const MAX = 5_000
const CHUNK = 200
/** First scores that are due soon; of more, each so many take as long again. */
const SOON = 60
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const HASH = /^0x[0-9a-fA-F]{64}$/

type Scored = {
  entity: string
  chain: string
  ruleset_version: string
  risk_score: number
  confidence: number
  failed_sources: number
}
type Wanted = { entity: string; chain: string; scored: Scored | null }

/** What an account's webhooks watch, from now on. What is known of what they watched before stays. */
export async function syncNotifiedScores(
  transaction: Kysely<Schema>,
  { accountId, environment }: Owner,
  { now, soon, later, chains }: { now: number; soon: number; later: number; chains: readonly Chain[] },
): Promise<void> {
  const wanted = await wantedOf(transaction, { accountId, environment }, chains)
  const kept = await transaction
    .selectFrom('notified_scores')
    .select(['seq', 'entity_key', 'chain'])
    .where('account_id', '=', accountId)
    .where('environment', '=', environment)
    .execute()
  const known = new Set(kept.map(({ entity_key, chain }) => `${chain} ${entity_key}`))
  const gone = kept.filter(({ entity_key, chain }) => !wanted.has(`${chain} ${entity_key}`)).map(({ seq }) => seq)
  const added = [...wanted].filter(([name]) => !known.has(name)).map(([, one]) => one)
  const within = Math.min(Math.max(soon, (soon * added.length) / SOON), later)
  const rows = added.map(({ entity, chain, scored }, place) => ({
    account_id: accountId,
    environment,
    entity_key: entityKey(entity),
    entity,
    chain,
    ruleset_version: scored?.ruleset_version ?? null,
    score: scored?.risk_score ?? null,
    // Which failed is not kept, but whether any did.
    confidence: scored?.confidence ?? null,
    unavailable: scored?.failed_sources === 0 ? '[]' : null,
    // Of what was scanned, the answer said the threats.
    threats: scored === null ? '[]' : null,
    checked_at: 0,
    leased_until: 0,
    // All at once would be a burst, and many at once keep others waiting.
    due_at: Math.floor(now + ((scored === null ? within : later) * (place + 1)) / added.length),
  }))
  for (let from = 0; from < gone.length; from += CHUNK) {
    const some = gone.slice(from, from + CHUNK)
    await transaction.deleteFrom('notified_scores').where('seq', 'in', some).execute()
    await setImmediate()
  }
  for (let from = 0; from < rows.length; from += CHUNK) {
    const some = rows.slice(from, from + CHUNK)
    await transaction
      .insertInto('notified_scores')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // SQLite answers at once: requests would wait for all of them.
    await setImmediate()
  }
}

/** By network and key. */
async function wantedOf(
  transaction: Kysely<Schema>,
  owner: Owner,
  chains: readonly Chain[],
): Promise<Map<string, Wanted>> {
  const webhooks = await riskEventWebhooks(transaction, owner)
  const wanted = new Map<string, Wanted>()
  if (webhooks.length === 0) return wanted
  const scored = new Map(
    (await newestScores(transaction, owner)).map((row) => [`${row.chain} ${entityKey(row.entity)}`, row]),
  )
  const want = (entity: string, chain: string) => {
    const name = `${chain} ${entityKey(entity)}`
    if (wanted.size < MAX) wanted.set(name, { entity, chain, scored: scored.get(name) ?? null })
  }
  const seen = new Set<string>()
  for (const { id } of webhooks.filter(({ listed }) => listed > 0)) {
    if (wanted.size >= MAX) break
    const listed = await transaction
      .selectFrom('webhook_entities')
      .select('entity')
      .where('webhook_id', '=', id)
      .orderBy('place')
      .execute()
    for (const { entity } of listed) {
      // What a transaction did is done.
      if (seen.has(entity) || HASH.test(entity)) continue
      seen.add(entity)
      for (const chain of ADDRESS.test(entity) ? chains : ['']) want(entity, chain)
    }
    await setImmediate()
  }
  if (webhooks.some(({ listed }) => listed === 0)) {
    const monitors = await transaction
      .selectFrom('monitors')
      .select(['address', 'chain'])
      .where('account_id', '=', owner.accountId)
      .where('environment', '=', owner.environment)
      .limit(MAX)
      .execute()
    for (const { address, chain } of monitors) want(getAddress(address.toLowerCase()), chain)
    for (const { entity, chain } of scored.values()) want(entity, chain)
  }
  return wanted
}

/** The newest whole score of each entity, those scanned last first. */
async function newestScores(transaction: Kysely<Schema>, { accountId, environment }: Owner): Promise<Scored[]> {
  const { rows } =
    await sql<Scored>`select entity, chain, ruleset_version, risk_score, confidence, failed_sources from (
      select entity, chain, ruleset_version, risk_score, confidence, failed_sources, at,
        row_number() over (partition by entity_key, chain order by at desc, seq desc) as place
      from entity_scores where account_id = ${accountId} and environment = ${environment}
        and entity_type <> 'transaction' and complete = 1
    ) as newest where place = 1 order by at desc limit ${MAX}`.execute(transaction)
  return rows
}
