import type { Config } from './config.ts'
import type { Sandbox, SandboxProgress } from './demo/startSandbox.ts'
import { createEgress } from './egress/createEgress.ts'
import { listenProblem } from './http/listenProblem.ts'
import { createServer } from './http/server.ts'
import { CHAINS, type Chain } from './risk/chain.ts'
import { createRevokeApprovals } from './scans/approvals/revokeApprovals.ts'
import { createWalletApprovals } from './scans/approvals/walletApprovals.ts'
import { createContractScan } from './scans/contract/scanContract.ts'
import { createMessageScan } from './scans/message/scanMessage.ts'
import { createSentTransactionScan } from './scans/transaction/scanSentTransaction.ts'
import { createTransactionScan } from './scans/transaction/scanTransaction.ts'
import { createUrlScan } from './scans/url/scanUrl.ts'
import { createWalletScan } from './scans/wallet/scanWallet.ts'
import { createAddressVerification } from './scans/wallet/verifyAddress.ts'
import { createWalletProfile } from './scans/wallet/walletProfile.ts'
import { publicEndpoints } from './sources/chain/publicEndpoints.ts'
import { clearSignMessage } from './sources/decode/message/clearSignMessage.ts'
import { parseMessage } from './sources/decode/message/parseMessage.ts'
import { recogniseMessage } from './sources/decode/message/recogniseMessage.ts'
import { createHistoryExplorers } from './sources/history/wallet/createHistoryExplorers.ts'
import { createAddressIntel } from './sources/intel/addressIntel.ts'
import { builtInLabels } from './sources/intel/builtInLabels.ts'
import { intelAsOf } from './sources/intel/intelAsOf.ts'
import { createListIndex } from './sources/intel/lookup/listIndex.ts'
import { createOriginSource, type OriginSource } from './sources/intel/origin.ts'
import { packDomains } from './sources/intel/pack/packDomains.ts'
import { createStaticList } from './sources/intel/staticList.ts'
import { createExplainer } from './sources/language/createExplainer.ts'
import { createExplorers } from './sources/verification/createExplorers.ts'
import { createVerification } from './sources/verification/createVerification.ts'
import { createCursors } from './store/createCursors.ts'
import { openStore, type Store } from './store/openStore.ts'
import { createAttemptCounts } from './webhooks/attemptCounts.ts'
import { createDelivery } from './webhooks/deliver.ts'
import { createPostDelivery } from './webhooks/postDelivery.ts'
import { retrySchedule } from './webhooks/retrySchedule.ts'
import type { BrowserNetwork } from './wiring/browserNetwork.ts'
import { createEventService } from './wiring/eventService.ts'
import { createFeedbackReview } from './wiring/feedbackReview.ts'
import { createFeeds } from './wiring/intelligence.ts'
import { createIntelReport } from './wiring/intelReport.ts'
import { createMonitoring } from './wiring/monitoring.ts'
import { createMonitorService } from './wiring/monitorService.ts'
import { createNetworks } from './wiring/networks.ts'
import { type Once, once } from './wiring/once.ts'
import { createRescoreService } from './wiring/rescoreService.ts'
import { createRisk } from './wiring/riskNetwork.ts'
import { createUrlNetworks } from './wiring/urlNetworks.ts'
import { createWatchNetwork } from './wiring/watchNetwork.ts'
import { createWebhookService } from './wiring/webhookService.ts'

/** The composed service. Nothing listens before `listen`; networks and the sandbox start on first use. */
export type App = {
  store: Store
  /** Starts the sandbox chain, or waits for the one already starting. */
  sandbox(): Promise<Sandbox>
  /** Listens and answers the base URL. */
  listen(port?: number): Promise<string>
  /** Refuses new requests, answers those in flight, ends every child process, closes the store. */
  close(): Promise<void>
}

/**
 * Composition root: the only file that knows every adapter.
 * @param log receives one line for each thing an operator should know at start-up.
 */
export async function createApp(config: Config, log: (line: string) => void): Promise<App> {
  const store = await openStore(config.databaseUrl, config.secret)
  await store.migrate()
  const egress = createEgress({ allow: config.egressAllow })
  const lists = createListIndex(store.intel, {
    onProblem: (error) => server.log.error({ err: error }, 'lists cannot be read; the old ones stay'),
  })
  // Every scan asks for the state of the lists; the date it shows must not wait for the database again.
  let seen: Parameters<typeof intelAsOf>[0] = []
  const state = async () => {
    const known = await lists.state()
    seen = known.sources
    return known
  }
  const asOf = () => intelAsOf(seen)
  const words = { lists: { ...lists, state }, officialDomains: packDomains }
  // What judges names is loaded when a site is named; a model of the operator's that cannot be read must stop the start.
  const origins = once(async () => {
    const { createSiteNames } = await import('./wiring/siteNames.ts')
    return createOriginSource({ ...words, names: createSiteNames(config.urlModelFile) })
  })
  if (config.urlModelFile !== null) await origins.get()
  const origin: OriginSource = async (url) => (await origins.get())(url)
  const live = once(async () => {
    const intel = createAddressIntel({ lists: { ...lists, state }, builtIn: builtInLabels })
    return createNetworks({
      ...config,
      rpcUrls: await withPublicEndpoints(config.rpcUrls),
      intel,
      origin,
      intelAsOf: asOf,
      verification: createVerification(createExplorers(config.explorers, egress.operator)),
      historyExplorers: createHistoryExplorers(config.explorers, egress.operator),
    })
  })
  const sandbox = once(async () => {
    const { startSandbox } = await import('./demo/startSandbox.ts')
    return startSandbox({ cacheDir: config.cacheDir, onProgress: (progress) => reportProgress(progress, log) })
  })
  const test = once(async () => {
    const { rpcUrls, recentBlocks, lists: given } = await sandbox.get()
    const urls = mapChains((chain) => [rpcUrls[chain]])
    const intel = createAddressIntel({
      lists: { ...lists, state },
      builtIn: builtInLabels,
      given: given.map(createStaticList),
    })
    return createNetworks({
      ...config,
      rpcUrls: urls,
      recentBlocks,
      intel,
      origin,
      intelAsOf: asOf,
      verification: createVerification([]),
      historyExplorers: [],
    })
  })

  const explainer = config.languageModel && createExplainer(config.languageModel, egress.operator)
  const transaction = createTransactionScan(async (environment, chain) => {
    const networks = await (environment === 'live' ? live : test).get()
    return networks.transactionSources(chain)
  }, explainer)
  const sentTransaction = createSentTransactionScan(
    async (environment) => (await (environment === 'live' ? live : test).get()).findTransaction,
    (sources, input, context) => createTransactionScan(async () => sources, explainer)(input, context),
  )
  const contract = createContractScan(async (environment, chain) => {
    const networks = await (environment === 'live' ? live : test).get()
    return networks.contractSources(chain)
  })
  const message = createMessageScan(
    async (environment, chain) => (await (environment === 'live' ? live : test).get()).messageSources(chain),
    { parse: parseMessage, recognise: recogniseMessage, clearSign: clearSignMessage },
    explainer,
  )
  const approvals = createWalletApprovals(
    async (environment, chain) => (await (environment === 'live' ? live : test).get()).approvalSources(chain),
    createCursors(store.keyring),
  )
  const walletSources = async (environment: 'live' | 'test', chain: Chain) =>
    (await (environment === 'live' ? live : test).get()).walletSources(chain)
  const wallet = createWalletScan(walletSources)
  const verify = createAddressVerification(walletSources)
  const revoke = createRevokeApprovals(async (environment, chain) =>
    (await (environment === 'live' ? live : test).get()).revokeSources(chain),
  )
  const profile = createWalletProfile(async (environment, chain) =>
    (await (environment === 'live' ? live : test).get()).walletSources(chain),
  )
  const connectTo = new Map<string, string>()
  const browser = config.chromiumPath === null ? null : await startBrowser(config.chromiumPath)
  const urls = createUrlNetworks({
    ...{ egress, words, browser, connectTo, intelAsOf: asOf, listRevision: lists.revision },
    modelFile: config.urlModelFile,
    sandboxAccount: async () => (await sandbox.get()).world.ethereum.actors.trader,
  })
  const url = createUrlScan(urls.sources)
  const { keys, rateCounters, idempotency, scanRecords, entityScores } = store
  const risk = createRisk({
    scans: { contract, wallet, url, sentTransaction },
    networks: (environment) => (environment === 'live' ? live : test).get(),
    scores: entityScores,
    listRevision: lists.revision,
    onScored: (judged, owner) => rescoring.stored(judged, owner),
    onProblem: (error) => server.log.error({ err: error }, 'a score is not kept, or not made anew'),
  })
  const attempts = createAttemptCounts()
  const delivery = createDelivery({
    outbox: store.outbox,
    post: createPostDelivery(egress.guarded.fetch, egress.guard.allow),
    schedule: retrySchedule(config.webhookRetryMs),
    onAttempt: attempts.count,
    onFailing: (webhookId) => server.log.warn({ webhookId }, 'a webhook is failing'),
    onProblem: (error) => server.log.error({ err: error }, 'webhooks are not delivered'),
  })
  const monitoring = createMonitoring({
    ...{ rows: store.watchRows, judge: risk.judge, listRevision: lists.revision },
    networks: (environment) => (environment === 'live' ? live : test).get(),
    onProblem: (error) => server.log.warn({ err: error }, 'a counterparty of a watched address is not scored'),
  })
  const rescoring = createRescoreService({
    ...{ store, judge: risk.judge, intervalMs: config.rescoreMs, wake: delivery.wake },
    isAwake: (environment) => environment === 'live' || test.started() !== null,
    onProblem: (error) => server.log.error({ err: error }, 'a watched entity is not scored'),
  })
  const watching = createWatchNetwork({
    store: store.watchedChains,
    networks: (environment) => (environment === 'live' ? live.get() : sandbox.started() === null ? null : test.get()),
    isWatching: monitoring.isWatching,
    judge: rescoring.besides(monitoring.judge),
    wantsInside: monitoring.wantsInside,
    confirmations: config.watchConfirmations,
    wake: delivery.wake,
    log: (level, details, message) => server.log[level](details, message),
  })
  const server = await createServer(
    {
      ...{ keys, rateCounters, idempotency, scanRecords, entityScores, risk },
      scans: { transaction, sentTransaction, contract, message, wallet, url },
      wallets: { verify, approvals, revoke, profile },
      intel: createIntelReport(store.intel),
      feedback: createFeedbackReview(store),
      ...{ monitors: createMonitorService(store, watching.kept), events: createEventService(store) },
      webhooks: createWebhookService({
        ...{ store, allow: egress.guard.allow, now: Date.now },
        ...{ wake: delivery.wake, onChanged: rescoring.changed, attempts: attempts.counts },
      }),
      ...{ onScored: rescoring.stored, rescored: rescoring.counts },
      watching: watching.status,
      readiness: () => store.readiness(),
    },
    { logLevel: config.logLevel },
  )
  const feeds = createFeeds({
    store: store.intel,
    egress,
    cacheDir: config.cacheDir,
    log: (line) => server.log.info(line),
  })
  const pruning = setInterval(() => {
    store.prune(Date.now(), config).catch((error: unknown) => server.log.error({ err: error }, 'pruning failed'))
  }, PRUNE_EVERY_MS)

  /** @throws BrowserUnavailable where it would run as root, or there is no such program. */
  async function startBrowser(chromiumPath: string): Promise<BrowserNetwork> {
    const [{ createBrowserNetwork }, { createGuard }] = await Promise.all([
      import('./wiring/browserNetwork.ts'),
      import('./egress/guard.ts'),
    ])
    const guard = createGuard({ allow: config.egressAllow, connectTo })
    return createBrowserNetwork({ chromiumPath, guard, scans: { transaction, message } })
  }

  return {
    store,
    sandbox: sandbox.get,
    async listen(port = config.port) {
      const url = await listen(server, { port, host: config.host })
      feeds.start()
      delivery.start()
      watching.start()
      rescoring.start()
      return url
    },
    async close() {
      clearInterval(pruning)
      await watching.close()
      await Promise.all([
        server.close(),
        Promise.all([feeds.stop(), delivery.close()]).then(() => egress.close()),
        browser?.close(),
        rescoring.close().then(risk.close),
      ])
      await urls.close()
      for (const started of [live, test, sandbox] as Once<{ close(): Promise<void> }>[]) {
        await started.ifStarted((one) => one.close())
      }
      await store.close()
    },
  }
}

type Server = Awaited<ReturnType<typeof createServer>>

/** Fastify's own line about it is left out: whoever listens says so. */
async function listen(server: Server, at: { port: number; host: string }): Promise<string> {
  const { level } = server.log
  server.log.level = 'silent'
  try {
    return await server.listen(at)
  } catch (error) {
    throw listenProblem(error, at)
  } finally {
    server.log.level = level
  }
}

const PRUNE_EVERY_MS = 3_600_000

async function withPublicEndpoints(urls: Config['rpcUrls']): Promise<Config['rpcUrls']> {
  const lists = await Promise.all(
    CHAINS.map((chain) => (urls[chain].length > 0 ? urls[chain] : publicEndpoints(chain))),
  )
  return mapChains((chain) => lists[CHAINS.indexOf(chain)] ?? [])
}

function mapChains<Value>(value: (chain: Chain) => Value): Record<Chain, Value> {
  return { ethereum: value('ethereum'), bsc: value('bsc'), polygon: value('polygon') }
}

function reportProgress({ chain, blocks, done }: SandboxProgress, log: (line: string) => void): void {
  if (done) log(`sandbox ${chain}: ready, ${blocks} blocks`)
}
