import { createAllowList } from '@redoubt/egress/publicAddress.ts'
import { createWebhookAdapters } from '../../composition/app.ts'
import { createFeedbackReview } from '../../composition/feedbackReview.ts'
import { createIdentity } from '../../composition/identity.ts'
import { sandboxScenarios } from '../../composition/sandboxScenarios.ts'
import { type ApiKey, SCOPES } from '../../domain/apiKey.ts'
import type { ScorePoint } from '../../domain/entityScore.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { Plan } from '../../domain/plan.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import { createIntelReport } from '../../intel/intelReport.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import { keyringOf } from '../../store/keyring.ts'
import { createStore, type Store } from '../../store/openStore.ts'
import { generateSecret } from '../../store/secret.ts'
import { createEvents } from '../../usecases/events/events.ts'
import { createMonitors } from '../../usecases/monitors/monitors.ts'
import { createPolicies } from '../../usecases/policies/policies.ts'
import type { EntityJudgement } from '../../usecases/reports/entityJudgement.ts'
import { createHeldTransactions } from '../../usecases/rpc/heldTransactions.ts'
import { createWebhooks } from '../../usecases/webhooks/webhooks.ts'
import type { HttpPorts } from '../ports.ts'
import { testIntel } from './testIntel.ts'

/** What a test says of its key. The account is made on first use; keys of one account share its plan. */
type TestKey = Partial<
  Pick<ApiKey, 'accountId' | 'scopes' | 'plan' | 'environment' | 'operator' | 'origins' | 'revokedAt'>
>

export type TestStorage = Omit<HttpPorts, 'scans' | 'wallets' | 'risk' | 'readiness' | 'networkReadiness'> & {
  store: Store
  scores: ScoreStore
  /** Scores of entities, in the order in which they came. */
  points: ScorePoint[]
  /** What scans judged, in the order in which it came. */
  judgements: EntityJudgement[]
  /** Adds a key and answers its token. By default: all scopes, Enterprise, live, of account `account-1`. */
  addKey(key?: TestKey): Promise<{ key: ApiKey; token: string }>
  /** Gives an account another plan. */
  setPlan(accountId: string, plan: Plan): Promise<void>
  /** Something happens. */
  tell(event: NewEvent): Promise<void>
}

/** The storage side of the ports: the real store, in memory. Nothing is delivered, and no chain is watched. */
export async function createTestStorage(now: () => number): Promise<TestStorage> {
  const engine = openSqlite(':memory:')
  const store = createStore(engine, keyringOf(generateSecret()))
  await store.migrate()
  const points: ScorePoint[] = []
  /** Plan and right of each account: a key that wants others than `account-1` has is of another account. */
  const kinds = new Map<string, string>()
  const judgements: EntityJudgement[] = []
  const scores: ScoreStore = {
    list: store.entityScores.list,
    async put(point) {
      await store.entityScores.put(point)
      points.push(point)
    },
  }
  return {
    store,
    points,
    scores,
    entityScores: scores,
    judgements,
    onScored: (judged) => judgements.push(judged),
    engines: async () => [],
    endpoints: async () => [],
    admission: () => ({ scans: IDLE_QUEUE, visits: IDLE_QUEUE }),
    letIn: () => undefined,
    rescored: () => ({ scored: 0, failed: 0 }),
    watching: () => [],
    sandboxScenarios,
    offered: () => ['ethereum'],
    keys: store.keys,
    cursors: store.cursors,
    rateCounters: store.rateCounters,
    idempotency: store.idempotency,
    scanRecords: store.scanRecords,
    verdictKeys: store.verdictSigner.keys,
    joinSigned: store.signedPermissions.join,
    feedback: createFeedbackReview(store),
    rpcTokens: store.rpcTokens,
    rpc: { call: async ({ call: { method } }) => ({ result: method }) },
    heldTransactions: createHeldTransactions({
      held: store.heldTransactions,
      cursors: store.cursors,
      release: async () => true,
      rpcRelay: () => Promise.reject(new Error('no chain here')),
      now,
    }),
    requireNetwork: () => {},
    monitors: createMonitors({ ...store, kept: async () => null, requireNetwork: () => {}, now }),
    policies: createPolicies({ ...store, now }),
    events: createEvents(store),
    ...createIdentity(store, now),
    webhooks: createWebhooks({
      ...createWebhookAdapters(store, createAllowList(['localhost:9000'])),
      now,
      wake: () => {},
      onChanged: () => {},
      attempts: () => ({ delivered: 3, refused: 2, unanswered: 1 }),
    }),
    intel: { ...createIntelReport(store.intel, now), ...testIntel(now) },
    sources: () => [],
    setPlan: async (accountId, plan) =>
      void (await engine.db.updateTable('accounts').set({ plan }).where('id', '=', accountId).execute()),
    tell: async (event) => void (await store.outbox.enqueue(event)),
    async addKey({
      plan = 'enterprise',
      operator = false,
      scopes = [...SCOPES],
      environment = 'live',
      origins = null,
      ...given
    } = {}) {
      const kind = `${plan}${operator ? '-operator' : ''}`
      const accountId = given.accountId ?? ((kinds.get('account-1') ?? kind) === kind ? 'account-1' : `account-${kind}`)
      kinds.set(accountId, kind)
      await engine.db
        .insertInto('accounts')
        .values({ id: accountId, name: accountId, plan, operator: operator ? 1 : 0, created_at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { key, token } = await store.keys.create({ accountId, name: 'a test', scopes, environment, origins })
      if (given.revokedAt != null) await store.keys.revoke(accountId, environment, key.id)
      return { key, token }
    },
  }
}

const IDLE_QUEUE = { atWork: 0, waiting: 0, begun: 0, refused: 0, waitedMs: 0 }
