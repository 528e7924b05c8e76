import type { Egress } from '@redoubt/egress/createEgress.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Environment } from '../domain/environment.ts'
import { retrySchedule } from '../domain/retrySchedule.ts'
import { hasDuty, type Role } from '../domain/role.ts'
import { createFeeds } from '../intel/feeds/createFeeds.ts'
import type { Store } from '../store/openStore.ts'
import type { EntityJudge } from '../usecases/reports/entityJudge.ts'
import { createMonitoring } from '../watch/alerts/monitoring.ts'
import { createBooking } from '../watch/budget/bookOutflows.ts'
import { createChainWatchers } from '../watch/chain/watchChains.ts'
import { createRescoreService } from '../watch/rescore/rescoreService.ts'
import { createSignedWatch } from '../watch/signed/signedWatch.ts'
import { createDelivery } from '../webhooks/deliver.ts'
import { createAttemptCounts } from '../webhooks/deliveryQueue.ts'
import { createPostDelivery } from '../webhooks/postDelivery.ts'
import { createGuardedNetworks } from './guardedNetworks.ts'
import type { Networks } from './networkSources.ts'
import type { OfferedNetworks } from './offeredNetworks.ts'

const PRUNE_EVERY_MS = 3_600_000

/** What goes on without a request: chains and scores watched, webhooks delivered, lists fetched, old rows pruned. Part of the composition root. */
export function createBackgroundWork({
  config,
  role,
  store,
  egress,
  offered,
  judge,
  listRevision,
  networks,
  isSandboxStarted,
  scanSend,
  signed,
  log,
}: {
  config: Config & { signedCheckMs?: number }
  role: Role
  store: Store
  egress: Egress
  offered: OfferedNetworks
  judge: EntityJudge
  listRevision(): Promise<string>
  networks(environment: Environment): Promise<Networks>
  isSandboxStarted(): boolean
  scanSend: Parameters<typeof createGuardedNetworks>[0]['scan']
  signed: Parameters<typeof createGuardedNetworks>[0]['signed']
  /** The service's logger, which is made after this. */
  log(): FastifyBaseLogger
}) {
  const isAwake = (environment: Environment) => environment === 'live' || isSandboxStarted()
  const attempts = createAttemptCounts()
  const delivery = createDelivery({
    outbox: store.outbox,
    post: createPostDelivery(egress.guarded.fetch, egress.guard.allow),
    schedule: retrySchedule(config.webhookRetryMs),
    onAttempt: attempts.count,
    onFailing: (webhookId) => log().warn({ webhookId }, 'a webhook is failing'),
    onProblem: (error) => log().error({ err: error }, 'webhooks are not delivered'),
  })
  const { wake } = delivery
  const monitoring = createMonitoring({
    rows: store.watchRows,
    judge,
    listRevision,
    networks,
    onProblem: (error) => log().warn({ err: error }, 'a counterparty of a watched address is not scored'),
  })
  const rescoring = createRescoreService({
    store: store.notifiedScores,
    scores: store.entityScores,
    judge,
    chains: offered.in,
    intervalMs: config.rescoreMs,
    wake,
    isAwake,
    onProblem: (error) => log().error({ err: error }, 'a watched entity is not scored'),
  })
  const signedWatch = createSignedWatch({
    store: store.signedPermissions,
    sourcesFor: async (environment, chain) => (await networks(environment)).signedSources(chain),
    scoreOf: monitoring.scoreOf,
    isAwake,
    wake,
    onProblem: (error) => log().warn({ err: error }, 'signed permissions are not looked at'),
    ...(config.signedCheckMs !== undefined && { everyMs: config.signedCheckMs }),
  })
  const booking = createBooking({
    list: monitoring.list,
    budget: store.budget,
    sourcesFor: async (environment, chain) => (await networks(environment)).monitorSources(chain),
    now: Date.now,
  })
  const watching = createChainWatchers({
    store: store.watchedChains,
    networks: (environment) => (isAwake(environment) ? networks(environment) : null),
    // Each process has a sandbox of its own, which no other one can watch.
    offered: (environment) =>
      hasDuty(role, environment === 'test' ? 'requests' : 'watching') ? offered.in(environment) : [],
    isWatching: monitoring.isWatching,
    judge: booking(rescoring.besides(monitoring.judge)),
    wantsInternalTransfers: monitoring.wantsInternalTransfers,
    confirmations: config.watchConfirmations,
    wake,
    log: (level, details, message) => log()[level](details, message),
  })
  const guarded = createGuardedNetworks({
    store,
    scan: scanSend,
    networks,
    signed,
    wake,
    onProblem: (error) => log().warn({ err: error }, 'a held transaction could not be judged again'),
  })
  const feeds = createFeeds({
    store: store.intel,
    egress,
    cacheDir: config.cacheDir,
    log: (line) => log().info(line),
  })
  let pruning: NodeJS.Timeout | null = null

  return {
    attempts: attempts.counts,
    wake,
    rescoring,
    watching,
    guarded,
    start() {
      watching.start()
      if (!hasDuty(role, 'background')) return
      feeds.start()
      delivery.start()
      rescoring.start()
      signedWatch.start()
      guarded.start()
      pruning = setInterval(() => {
        store.prune(Date.now(), config).catch((error: unknown) => log().error({ err: error }, 'pruning failed'))
      }, PRUNE_EVERY_MS)
    },
    /** Makes no new event. */
    async endWatching() {
      if (pruning) clearInterval(pruning)
      await Promise.all([watching.close(), guarded.close(), signedWatch.close()])
    },
    /** Ends what may still ask others: for lists, for receivers of webhooks, for scores. */
    close: () => Promise.all([feeds.stop(), delivery.close(), rescoring.close()]),
  }
}
