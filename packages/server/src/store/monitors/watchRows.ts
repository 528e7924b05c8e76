import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { getAddress } from 'viem/utils'
import type { Environment } from '../../domain/environment.ts'
import { ADDRESS_EVENTS } from '../../domain/event.ts'
import type { Watcher, WatchRows } from '../../watch/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { entityKey } from '../givenRows.ts'

/** Values of one statement: databases bound them. */
const AT_ONCE = 500

export function createWatchRows({ db }: Engine): WatchRows {
  /** Webhooks that list nothing and want what is told of addresses. */
  async function open() {
    const all = await db
      .selectFrom('webhooks')
      .select(['account_id', 'environment', 'events'])
      .where('listed', '=', 0)
      .execute()
    return all
      .map((row) => ({ ...row, events: JSON.parse(row.events) as string[] }))
      .filter(({ events }) => events.some((type) => ADDRESS_EVENTS.includes(type)))
  }

  async function namedBy(environment: Environment, chain: Chain, addresses: readonly Address[]): Promise<Watcher[]> {
    const rows = await db
      .selectFrom('watched_addresses as watched')
      .leftJoin('monitors', 'monitors.id', 'watched.owner_id')
      .leftJoin('webhooks', 'webhooks.id', 'watched.owner_id')
      .select(['watched.address', 'monitors.settings', 'webhooks.events'])
      .select(['monitors.account_id as monitoring', 'webhooks.account_id as listening'])
      .where('watched.address', 'in', addresses)
      .where('watched.environment', '=', environment)
      .where('watched.chain', 'in', ['', chain])
      .execute()
    return rows.flatMap(({ address, settings, events, monitoring, listening }): Watcher[] => {
      const one = address as Address
      if (monitoring !== null && settings !== null)
        return [{ accountId: monitoring, address: one, monitor: JSON.parse(settings) }]
      return listening !== null && events !== null
        ? [{ accountId: listening, address: one, webhook: JSON.parse(events) }]
        : []
    })
  }

  async function scannedBy(environment: Environment, chain: Chain, addresses: readonly Address[]): Promise<Watcher[]> {
    const listening = (await open()).filter((webhook) => webhook.environment === environment)
    if (listening.length === 0) return []
    const keys = new Map(addresses.map((address) => [entityKey(getAddress(address)), address]))
    const rows = await db
      .selectFrom('entity_scores')
      .select(['account_id', 'entity_key'])
      .distinct()
      .where('entity_key', 'in', [...keys.keys()])
      .where('environment', '=', environment)
      .where('chain', '=', chain)
      .where('entity_type', 'in', ['wallet', 'contract'])
      .execute()
    return rows.flatMap(({ account_id: accountId, entity_key }) =>
      listening
        .filter((webhook) => webhook.account_id === accountId)
        .map(({ events }): Watcher => ({ accountId, address: keys.get(entity_key) as Address, webhook: events })),
    )
  }

  return {
    async named(after, limit) {
      const rows = await db
        .selectFrom('watched_addresses')
        .select(['seq', 'environment', 'address', 'chain'])
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(toRow)
    },
    async scanned(after, limit) {
      const rows = await db
        .selectFrom('entity_scores')
        .select(['seq', 'environment', 'entity as address', 'chain', 'account_id'])
        .where('seq', '>', after)
        .where('entity_type', 'in', ['wallet', 'contract'])
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(({ account_id: accountId, ...row }) => ({ ...toRow(row), accountId }))
    },
    async listeners() {
      return [...new Set((await open()).map(({ account_id, environment }) => `${account_id}:${environment}`))]
    },
    async anyPayments({ environment, chain }) {
      const found = await db
        .selectFrom('monitors')
        .select('id')
        .where('environment', '=', environment)
        .where('chain', '=', chain)
        .where(({ eb, or }) =>
          or(['incoming', 'outgoing'].map((way) => eb('settings', 'like', `%"${way}Transactions":true%`))),
        )
        .limit(1)
        .executeTakeFirst()
      if (found !== undefined) return true
      // The budget of a wallet made of code pays by calls inside of transactions.
      const guarded = await db
        .selectFrom('policies')
        .select('seq')
        .where('environment', '=', environment)
        .limit(1)
        .executeTakeFirst()
      return guarded !== undefined
    },
    async watchersOf({ environment, chain }, addresses) {
      const found: Watcher[] = []
      for (let at = 0; at < addresses.length; at += AT_ONCE) {
        const some = addresses.slice(at, at + AT_ONCE)
        found.push(...(await namedBy(environment, chain, some)), ...(await scannedBy(environment, chain, some)))
      }
      return found
    },
  }
}

function toRow({
  seq,
  environment,
  address,
  chain,
}: {
  seq: number
  environment: string
  address: string
  chain: string
}) {
  return {
    seq: Number(seq),
    environment: environment as Environment,
    address: address.toLowerCase() as Address,
    chain: chain === '' ? null : (chain as Chain),
  }
}
