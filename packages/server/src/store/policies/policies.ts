import type { Address } from '@redoubt/risk/address.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Owner } from '../../domain/account.ts'
import type { FormerRules, Policy } from '../../domain/policy/policy.ts'
import { documentOf, type PolicyDocument, rulesOf } from '../../domain/policy/policyDocument.ts'
import type { PolicyStore, PolicyVersion } from '../../domain/ports/policies.ts'
import { pageOf, placeIn } from '../createCursors.ts'
import type { Engine } from '../engine/engine.ts'
import { storableText } from '../givenRows.ts'
import { watchAddresses } from '../monitors/watchAddresses.ts'
import type { Schema } from '../schema.ts'
import { takeAdvisoryLock } from '../takeAdvisoryLock.ts'

/** Policies of wallets with their audit trail. */
export function createPolicies({ db, dialect }: Engine): PolicyStore {
  return {
    async get(owner, address) {
      const row = await db.selectFrom('policies').selectAll().where(ofWallet(owner, address)).executeTakeFirst()
      return row ? toPolicy(row) : null
    },
    async list({ accountId, environment }, { limit, cursor }) {
      let page = db
        .selectFrom('policies')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('deleted_at', 'is', null)
      if (cursor !== null) page = page.where('seq', '<', placeIn(cursor))
      const read = await page
        .orderBy('seq', 'desc')
        .limit(limit + 1)
        .execute()
      const { rows, nextCursor } = pageOf(read, limit)
      return { policies: rows.map(toPolicy), nextCursor }
    },
    change: (owner, address, change, { max }) =>
      db.transaction().execute(async (transaction) => {
        const { accountId, environment } = owner
        await takeAdvisoryLock(transaction, dialect, { kind: 'policies', accountId, environment })
        const before = await lockPolicy(transaction, dialect, { ...owner, wallet: address })
        const changed = change(before && toPolicy(before))
        if (changed === null) return before && toPolicy(before)
        const { policy, version } = changed
        if (policy.deletedAt === null && (before === null || before.deleted_at !== null))
          await refuseBeyond(max, transaction, owner)
        const columns = {
          version: policy.version,
          document: JSON.stringify(documentOf(policy.rules)),
          former: JSON.stringify(policy.former.map((one) => ({ ...one, rules: documentOf(one.rules) }))),
          deleted_at: policy.deletedAt,
          created_at: policy.createdAt,
          updated_at: policy.updatedAt,
        }
        const row = await transaction
          .insertInto('policies')
          .values({ account_id: accountId, environment, address, ...columns })
          .onConflict((conflict) => conflict.columns(['address', 'environment', 'account_id']).doUpdateSet(columns))
          .returningAll()
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('policy_versions')
          .values({ account_id: accountId, environment, address, ...versionColumns(version) })
          .execute()
        await watchAddresses(transaction, watcherId(row.seq), { environment, addresses: [address] })
        return toPolicy(row)
      }),
    async versions(owner, address, { limit, cursor }) {
      let page = db
        .selectFrom('policy_versions')
        .selectAll()
        .where('account_id', '=', owner.accountId)
        .where('environment', '=', owner.environment)
        .where('address', '=', address)
      if (cursor !== null) page = page.where('seq', '<', placeIn(cursor))
      const read = await page
        .orderBy('seq', 'desc')
        .limit(limit + 1)
        .execute()
      const { rows, nextCursor } = pageOf(read, limit)
      return { versions: rows.map(toVersion), nextCursor }
    },
  }
}

/** Owner of a policy's watched address: the watcher looks for it in blocks. */
const WATCHED_BY_POLICIES = 'policy:'
const watcherId = (seq: number) => `${WATCHED_BY_POLICIES}${seq}`

/** The policy's row, which no other transaction changes or books against until this one ends. */
export async function lockPolicy(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  { wallet, ...owner }: Owner & { wallet: string },
): Promise<Selectable<Schema['policies']> | null> {
  const row = transaction.selectFrom('policies').selectAll().where(ofWallet(owner, wallet))
  return (await (dialect === 'postgres' ? row.forUpdate() : row).executeTakeFirst()) ?? null
}

export function ofWallet({ accountId, environment }: Owner, address: string) {
  return ({ eb, and }: import('kysely').ExpressionBuilder<Schema, 'policies'>) =>
    and([eb('address', '=', address), eb('environment', '=', environment), eb('account_id', '=', accountId)])
}

/** @throws RangeError */
async function refuseBeyond(max: number, transaction: Kysely<Schema>, { accountId, environment }: Owner) {
  const { count } = await transaction
    .selectFrom('policies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('environment', '=', environment)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= max) throw new RangeError(`There are ${max} policies of this account already; delete one first.`)
}

export function toPolicy(row: Selectable<Schema['policies']>): Policy {
  const former: (Omit<FormerRules, 'rules'> & { rules: PolicyDocument })[] = JSON.parse(row.former)
  return {
    address: row.address as Address,
    version: row.version,
    rules: rulesOf(JSON.parse(row.document)),
    former: former.map(({ version, rules, until }) => ({ version, rules: rulesOf(rules), until })),
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function versionColumns({ version, action, rules, actor, changed, at, effectiveAt }: PolicyVersion) {
  return {
    version,
    action,
    document: rules && JSON.stringify(documentOf(rules)),
    actor_key: actor.keyId,
    actor_name: storableText(actor.name),
    changed: JSON.stringify(changed),
    at,
    effective_at: effectiveAt,
  }
}

function toVersion(row: Selectable<Schema['policy_versions']>): PolicyVersion {
  return {
    version: row.version,
    action: row.action as PolicyVersion['action'],
    rules: row.document === null ? null : rulesOf(JSON.parse(row.document)),
    actor: { keyId: row.actor_key, name: row.actor_name },
    changed: JSON.parse(row.changed),
    at: row.at,
    effectiveAt: row.effective_at,
  }
}
