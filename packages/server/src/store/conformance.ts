import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKeysConform } from './conformance/apiKeys.ts'
import { budgetConforms } from './conformance/budget.ts'
import { entityScoresConform } from './conformance/entityScores.ts'
import { eventsConform } from './conformance/events.ts'
import { feedbackConforms } from './conformance/feedback.ts'
import { heldTransactionsConform } from './conformance/heldTransactions.ts'
import { idempotencyConforms } from './conformance/idempotency.ts'
import { intelConcurrencyConforms } from './conformance/intelConcurrency.ts'
import { intelListsConform } from './conformance/intelLists.ts'
import { intelOverridesConform } from './conformance/intelOverrides.ts'
import { intelSourcesConform } from './conformance/intelSources.ts'
import { membersConform } from './conformance/members.ts'
import { monitorsConform } from './conformance/monitors.ts'
import { notifiedScoresConform } from './conformance/notifiedScores.ts'
import { outboxConforms } from './conformance/outbox.ts'
import { policiesConform } from './conformance/policies.ts'
import { rateCountersConform } from './conformance/rateCounters.ts'
import { replaysConform } from './conformance/replays.ts'
import { rpcTokensConform } from './conformance/rpcTokens.ts'
import { scanRecordsConform } from './conformance/scanRecords.ts'
import { signedPermissionsConform } from './conformance/signedPermissions.ts'
import { watchedChainsConform } from './conformance/watchedChains.ts'
import { watchRowsConform } from './conformance/watchRows.ts'
import { webhooksConform } from './conformance/webhooks.ts'
import type { StoreWorld } from './conformance/world.ts'
import type { Store } from './openStore.ts'

/** What every engine must do. Runs the whole suite on a database of its own. */
export function storeConforms(engine: string, create: () => Promise<StoreWorld>): void {
  describe(`store on ${engine}`, () => {
    let world: StoreWorld
    let store: Store
    before(async () => {
      world = await create()
      store = await world.open()
    })
    after(async () => {
      await store?.close()
      await world?.dispose()
    })

    describe('migrations', () => {
      test('several nodes may start on an empty database at once; each migration runs once', async () => {
        const other = await world.open()
        const third = await world.open()
        try {
          const applied = await Promise.all([store, other, third].map((node) => node.migrate()))
          assert.deepEqual(applied.flat(), [
            '001-accounts-keys-scans',
            '002-unique-request-ids',
            '003-intel-lists',
            '004-intel-churning-lists',
            '005-entity-scores-feedback',
            '006-webhooks',
            '007-monitors',
            '008-watched-chains',
            '009-account-events',
            '011-due-deliveries',
            '012-rate-batches',
            '013-entity-score-failures',
            '015-listed-entities',
            '016-watch-status',
            '017-tenancy',
            '018-key-origins',
            '019-policies',
            '021-guarded-rpc',
            '022-members',
            '025-asked-payments',
            '026-held-approvals',
            '030-scanned-messages',
            '031-verdicts',
            '032-appeals',
            '033-signed-permissions',
            '035-rate-windows',
          ])
          assert.deepEqual(await store.migrate(), [])
        } finally {
          await other.close()
          await third.close()
        }
      })

      test('a migrated database is ready', async () => {
        assert.deepEqual(await store.readiness(), { database: null })
      })

      describe('of a newer version', () => {
        const NEWER = '900-of-a-newer-version'
        const isApplied = async (name: string, applied: boolean) =>
          world.query(
            applied
              ? `insert into kysely_migration (name, timestamp) values ('${name}', '2100-01-01T00:00:00.000Z')`
              : `delete from kysely_migration where name = '${name}'`,
          )

        test('are left as they are, so that a node which is replaced later can start again', async () => {
          await isApplied(NEWER, true)
          const older = await world.open()
          try {
            assert.deepEqual(await older.migrate(), [])
            assert.deepEqual(await older.readiness(), { database: null })
          } finally {
            await older.close()
            await isApplied(NEWER, false)
          }
        })

        test('keep older versions out where their name says so', async () => {
          await isApplied(`${NEWER}-alone`, true)
          const older = await world.open()
          try {
            await assert.rejects(
              older.migrate(),
              /by a newer version, beside which this one cannot run \(900-.*-alone\)/,
            )
          } finally {
            await older.close()
            await isApplied(`${NEWER}-alone`, false)
          }
        })
      })
    })

    describe('accounts', () => {
      test('are found by id and by name', async () => {
        const account = await store.accounts.create({ name: 'acme', plan: 'enterprise', operator: true })
        assert.match(account.id, /^acc_[0-9a-f]{32}$/)
        assert.ok(Math.abs(account.createdAt - Date.now()) < 60_000)
        assert.deepEqual(await store.accounts.find(account.id), account)
        assert.deepEqual(await store.accounts.find('acme'), account)
        assert.equal(await store.accounts.find('acm'), null)
        assert.ok((await store.accounts.list()).some(({ id }) => id === account.id))
      })

      test('have unique names, also when made at once', async () => {
        const results = await Promise.allSettled(
          Array.from({ length: 5 }, () => store.accounts.create({ name: 'same', plan: 'free' })),
        )
        assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
        await assert.rejects(store.accounts.create({ name: 'same', plan: 'pro' }), /named "same" exists already/)
        await assert.rejects(store.accounts.create({ name: 'acc_x', plan: 'pro' }), /taken for ids/)
      })
    })

    const theWorld = () => world
    const theStore = () => store
    describe('API keys', () => apiKeysConform(theWorld, theStore))
    describe('rate counters', () => rateCountersConform(theWorld, theStore))
    describe('idempotency', () => idempotencyConforms(theWorld, theStore))
    describe('scan records', () => scanRecordsConform(theStore))
    describe('scores by day', () => entityScoresConform(theStore))
    describe('feedback', () => feedbackConforms(theStore))
    describe('webhooks', () => webhooksConform(theWorld, theStore))
    describe('members', () => membersConform(theWorld, theStore))
    describe('monitors', () => monitorsConform(theStore))
    describe('signed permissions', () => signedPermissionsConform(theStore))
    describe('policies', () => policiesConform(theStore))
    describe('budget', () => budgetConforms(theWorld, theStore))
    describe('outbox', () => outboxConforms(theWorld, theStore))
    describe('watched chains', () => watchedChainsConform(theWorld, theStore))
    describe('notified scores', () => notifiedScoresConform(theWorld, theStore))
    describe('replays', () => replaysConform(theWorld, theStore))
    describe('events', () => eventsConform(theWorld, theStore))
    describe('who watches', () => watchRowsConform(theStore))
    describe('RPC tokens', () => rpcTokensConform(theWorld, theStore))
    describe('held transactions', () => heldTransactionsConform(theWorld, theStore))
    describe('lists', () => intelListsConform(theWorld, theStore))
    describe('imports at once', () => intelConcurrencyConforms(theWorld, theStore))
    describe('sources of lists', () => intelSourcesConform(theWorld, theStore))
    describe('overrides', () => intelOverridesConform(theWorld, theStore))
  })
}
