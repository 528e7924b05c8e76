import { createEgress } from '@redoubt/egress/createEgress.ts'
import type { AllowList } from '@redoubt/egress/publicAddress.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import type { Account } from '../domain/account.ts'
import { signInLink } from '../domain/dashboardLink.ts'
import { hasDuty, type Role } from '../domain/role.ts'
import { createSourceHealth } from '../domain/sourceHealth.ts'
import { createEngineReadiness } from '../evm/simulation/engine/engineReadiness.ts'
import { listenProblem } from '../http/listenProblem.ts'
import { createMetrics, scrapeOf } from '../http/metrics/metrics.ts'
import { createMetricsServer, type MetricsServer } from '../http/metrics/metricsServer.ts'
import { isDashboardBuilt } from '../http/routes/dashboard.ts'
import { createServer } from '../http/server.ts'
import { createIntelReport } from '../intel/intelReport.ts'
import { createListIndex } from '../intel/lookup/listIndex.ts'
import { createOriginSource, type OriginSource } from '../intel/origin.ts'
import { packDomains } from '../intel/pack/packDomains.ts'
import { intelAsOf } from '../intel/staticList.ts'
import type { SandboxChain } from '../sandbox/canonical.ts'
import type { Sandbox, SandboxOptions, SandboxProgress } from '../sandbox/startSandbox.ts'
import { openStore, type Store } from '../store/openStore.ts'
import { createEvents } from '../usecases/events/events.ts'
import { createFirstLink, linkFor, ownerOf } from '../usecases/members/firstLink.ts'
import { createMonitors } from '../usecases/monitors/monitors.ts'
import { createPolicies } from '../usecases/policies/policies.ts'
import { createPolicyGate } from '../usecases/policies/policyGate.ts'
import { createWebhooks } from '../usecases/webhooks/webhooks.ts'
import type { RegistrationOptions } from '../web/registration/createRegistration.ts'
import { newWebhookSecret } from '../webhooks/newWebhookSecret.ts'
import { checkReceiver } from '../webhooks/postDelivery.ts'
import type { WorkerLink } from '../workers/workerLink.ts'
import { type AdmissionLimits, admissionLimits, admitScans } from './admitScans.ts'
import { askOnceLoaded } from './askOnceLoaded.ts'
import { createBackgroundWork } from './backgroundWork.ts'
import type { BrowserNetwork, BrowserOptions } from './browserNetwork.ts'
import { createFeedbackReview } from './feedbackReview.ts'
import { createIdentity } from './identity.ts'
import { lazy } from './lazy.ts'
import { loadScans } from './loadScans.ts'
import { createNetworkReadiness } from './networkReadiness.ts'
import type { NetworkOptions } from './networkSources.ts'
import { createOfferedNetworks } from './offeredNetworks.ts'
import { createRisk } from './riskNetwork.ts'
import { sandboxScenarios } from './sandboxScenarios.ts'
import { createUrlNetworks } from './urlNetworks.ts'

/** The composed service. Nothing listens before `listen`; networks and the sandbox start on first use. */
export type App = {
  store: Store
  /** Starts the sandbox chain, or waits for the one already starting. */
  sandbox(): Promise<Sandbox>
  /** Listens and answers the base URL. */
  listen(port?: number): Promise<string>
  /**
   * A link that signs the first owner in, until someone has ever signed in; null after that, and where the dashboard was not built.
   * @param url what `listen` answered.
   */
  firstLink(url: string): Promise<{ url: string; account: string } | null>
  /** A link that signs the owner of an account in, once; null where the dashboard was not built. */
  ownerLink(url: string, account: Account): Promise<string | null>
  /** Refuses new requests, answers those in flight, ends every child process, closes the store. */
  close(): Promise<void>
}

/** What no variable of the environment sets. */
export type AppLimits = Pick<NetworkOptions, 'simulation' | 'headReuseMs' | 'recentBlocks'> & {
  browser?: Pick<BrowserOptions, 'limits' | 'unsandboxedForTests'>
  /** Milliseconds between two looks at a permission that a monitored wallet signed; default a minute. */
  signedCheckMs?: number
  /** Of the queue in front of the scans. */
  admission?: Partial<AdmissionLimits>
  /** Sites that a bench serves itself, for keys of the live environment. */
  ownWeb?: { connectTo: ReadonlyMap<string, string>; authority: string; registry: RegistrationOptions }
  /** What it does; default everything. */
  role?: Role
  /** Of one among several processes. */
  worker?: Pick<WorkerLink, 'slot' | 'workers' | 'siblings' | 'scrape' | 'measure'> | null
  /** Which networks of the sandbox to build; default all. */
  sandboxChains?: readonly SandboxChain[]
  /** Starts the sandbox; default `startSandbox`. */
  sandbox?: (options: SandboxOptions) => Promise<Sandbox>
}

/**
 * Composition root: the only file that knows every adapter.
 * @param log receives one line for each thing an operator should know at start-up.
 */
export async function createApp(config: Config & AppLimits, log: (line: string) => void): Promise<App> {
  const store = await openStore(config.databaseUrl, config.secret)
  await store.migrate()
  const offered = createOfferedNetworks(config.rpcUrls)
  const { ownWeb, role = 'all', worker = null } = config
  const egress = createEgress({
    allow: config.egressAllow,
    nameServers: config.dnsServers,
    ...(ownWeb && { connectTo: ownWeb.connectTo, authorities: [ownWeb.authority] }),
  })
  const health = createSourceHealth(Date.now)
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
  const origins = lazy(async () => {
    const { createSiteNames } = await import('./siteNames.ts')
    return createOriginSource({ ...words, names: createSiteNames(config.urlModelFile) })
  })
  if (config.urlModelFile !== null) await origins.get()
  let clearSigning: string | null = null
  if (config.clearSigningDir !== null) {
    const { loadDescriptors } = await import('./loadDescriptors.ts')
    clearSigning = await loadDescriptors(config.clearSigningDir, log)
  }
  const origin: OriginSource = async (url) => (await origins.get())(url)
  const sandbox = lazy(async () => {
    const start = config.sandbox ?? (await import('../sandbox/startSandbox.ts')).startSandbox
    return start({
      cacheDir: config.cacheDir,
      onProgress: (progress) => reportProgress(progress, log),
      ...(config.sandboxChains && { chains: config.sandboxChains }),
    })
  })
  const policyGate = createPolicyGate({ budget: store.budget, now: Date.now })
  // Rules, decoders and networks are half of the program: they are loaded once it listens, or by the first scan.
  const scans = lazy(async () => {
    const { createScans } = await loadScans()
    return createScans({
      config,
      share: worker && { slot: worker.slot, of: worker.workers },
      offered,
      egress,
      health,
      cursors: store.cursors,
      records: store.scanRecords,
      accountAddresses: store.accountAddresses,
      scores: store.entityScores,
      lists: { ...lists, state },
      origin,
      intelAsOf: asOf,
      policyGate,
      sandbox: sandbox.get,
      urlSources: urls.sources,
      verdictSigner: store.verdictSigner,
      clearSigning,
    })
  })
  // What cannot be loaded once never can: Node remembers it.
  let unloadable = false
  const engineReadiness = createEngineReadiness()
  const networks = async (environment: 'live' | 'test') => (await scans.get()).networks(environment)
  const unqueued = askOnceLoaded(scans.get)
  const admission = admitScans(unqueued, {
    ...admissionLimits(config.scansAtOnce, worker?.workers),
    ...config.admission,
  })
  const scanned = admission.scans
  const connectTo = new Map<string, string>(ownWeb?.connectTo)
  const browser = config.chromiumPath === null ? null : await startBrowser(config.chromiumPath)
  const urls = createUrlNetworks({
    egress,
    health,
    words,
    browser,
    connectTo,
    intelAsOf: asOf,
    listRevision: lists.revision,
    controlNames: config.dnsControlNames,
    ...(ownWeb && { registry: ownWeb.registry }),
    modelFile: config.urlModelFile,
    sandboxAccount: async () => (await sandbox.get()).world.ethereum.actors.trader,
  })
  const { keys, cursors, rateCounters, idempotency, scanRecords, entityScores } = store
  const risk = createRisk({
    scans: scanned,
    networks,
    offered,
    scores: entityScores,
    listRevision: lists.revision,
    onScored: (judged, owner) => work.rescoring.stored(judged, owner),
    onProblem: (error) => server.log.error({ err: error }, 'a score is not kept, or not made anew'),
  })
  const work = createBackgroundWork({
    config,
    role,
    store,
    egress,
    offered,
    judge: risk.judge,
    listRevision: lists.revision,
    networks,
    isSandboxStarted: () => sandbox.started() !== null,
    scanSend: scanned.execution,
    signed: async () => (await scans.get()).signed,
    log: () => server.log,
  })
  const tracer = config.traces === null ? null : await startTracer(config.traces)
  const metrics = createMetrics()
  const metricsServer = worker === null && config.metricsAt ? createMetricsServer(scrapeOf(metrics)) : null
  worker?.measure(metrics.registry)
  const server = await createServer(
    {
      keys,
      cursors,
      rateCounters,
      idempotency,
      scanRecords,
      verdictKeys: store.verdictSigner.keys,
      joinSigned: store.signedPermissions.join,
      entityScores,
      risk,
      scans: scanned,
      wallets: scanned,
      intel: createIntelReport(store.intel),
      feedback: createFeedbackReview(store),
      monitors: createMonitors({ ...store, kept: work.watching.kept, requireNetwork: offered.require, now: Date.now }),
      policies: createPolicies({ ...store, now: Date.now }),
      events: createEvents(store),
      rpcTokens: store.rpcTokens,
      rpc: work.guarded.rpc,
      heldTransactions: work.guarded.heldTransactions,
      requireNetwork: offered.require,
      ...createIdentity(store, Date.now),
      webhooks: createWebhooks({
        ...createWebhookAdapters(store, egress.guard.allow),
        now: Date.now,
        wake: work.wake,
        onChanged: work.rescoring.changed,
        attempts: work.attempts,
      }),
      onScored: work.rescoring.stored,
      rescored: work.rescoring.counts,
      admission: admission.stats,
      letIn: admission.letIn,
      engines: async () => (await scans.started()?.catch(() => null))?.engines() ?? [],
      endpoints: async () => (await scans.started()?.catch(() => null))?.endpoints() ?? [],
      watching: work.watching.status,
      sources: health.statuses,
      offered: offered.in,
      sandboxScenarios,
      readiness: async () => {
        // Ready is what can scan: the answer waits until scans are loaded.
        if (!unloadable) await scans.get().catch(() => {})
        return {
          ...(await store.readiness()),
          ...(unloadable && { scans: 'cannot be loaded: see the log' }),
          simulator: await engineReadiness(),
        }
      },
      networkReadiness: createNetworkReadiness({
        offered: offered.in('live'),
        configured: config.rpcUrls,
        endpoints: async () => (await scans.started()?.catch(() => null))?.endpoints() ?? [],
        ask: async (chain, signal) => (await networks('live')).readiness(chain, signal),
        maxHeadAgeSeconds: config.maxHeadAgeSeconds,
        timeoutMs: config.rpcTimeoutMs,
      }),
    },
    {
      logLevel: config.logLevel,
      trustedProxies: config.trustedProxies,
      publicOrigin: config.publicOrigin,
      metrics,
      tracer,
      ...(worker && { scrape: worker.scrape, siblings: worker.siblings }),
      ...(config.metricsAt && { scrape: null }),
      operationsOnly: !hasDuty(role, 'requests'),
    },
  )
  /** @throws BrowserUnavailable where it would run as root, or there is no such program. */
  async function startBrowser(chromiumPath: string): Promise<BrowserNetwork> {
    const [{ createBrowserNetwork }, { createGuard }] = await Promise.all([
      import('./browserNetwork.ts'),
      import('@redoubt/egress/guard.ts'),
    ])
    const guard = createGuard({ allow: config.egressAllow, nameServers: config.dnsServers, connectTo })
    // What a page asks for is part of a scan that has its place already.
    const visitors: BrowserOptions['visitors'] = {
      holdings: async (environment, ...asked) => (await networks(environment)).visitorHoldings(...asked),
      read: async (environment, ...asked) => (await networks(environment)).visitorRead(...asked),
    }
    return createBrowserNetwork({ ...config.browser, chromiumPath, guard, scans: unqueued, visitors })
  }

  /** Loaded where traces are wanted. */
  async function startTracer({ ratio, ...collector }: NonNullable<Config['traces']>) {
    const { createTracer } = await import('../traces/createTracer.ts')
    return createTracer({
      collector,
      ratio,
      version: packageJson.version,
      http: egress.operator,
      onProblem: (error) => server.log.warn({ err: error }, 'traces are not taken'),
    })
  }

  return {
    store,
    sandbox: sandbox.get,
    async listen(port = config.port) {
      if (config.metricsAt && metricsServer) await listenForScrapes(metricsServer, config.metricsAt)
      // One of several takes no request before it can scan: the others answer meanwhile.
      if (worker) await scans.get()
      const url = await listen(server, { port, host: config.host })
      work.start()
      scans.get().catch((error: unknown) => {
        unloadable = true
        server.log.error({ err: error }, 'scans cannot be loaded')
      })
      return url
    },
    async firstLink(url) {
      const first = isDashboardBuilt() ? await createFirstLink({ ...store, now: Date.now }) : null
      return first && { url: signInLink(config.publicOrigin ?? url, first.token), account: first.account.name }
    },
    async ownerLink(url, account) {
      if (!isDashboardBuilt()) return null
      const owner = await ownerOf(store.members, account, Date.now())
      return signInLink(config.publicOrigin ?? url, await linkFor(store.oneTimeTokens, owner, Date.now()))
    },
    async close() {
      await work.endWatching()
      // The last traces are of the last requests.
      const served = server.close().then(() => tracer?.close())
      const worked = work.close()
      await Promise.all([
        served,
        metricsServer?.close(),
        Promise.all([worked, served]).then(() => egress.close()),
        browser?.close(),
        worked.then(risk.close),
      ])
      await urls.close()
      await scans.ifStarted((one) => one.close())
      await sandbox.ifStarted((one) => one.close())
      await store.close()
    },
  }
}

type Server = Awaited<ReturnType<typeof createServer>>

/** Fastify's own log line about it is left out: the caller logs it. */
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

async function listenForScrapes(server: MetricsServer, at: { port: number; host: string }): Promise<void> {
  await server.listen(at).catch((error: unknown) => {
    throw listenProblem(error, at, 'METRICS_')
  })
}

function reportProgress({ chain, blocks, done }: SandboxProgress, log: (line: string) => void): void {
  if (done) log(`sandbox ${chain}: ready, ${blocks} blocks`)
}

type Adapters = 'webhooks' | 'deliveries' | 'replays' | 'cursors' | 'checkReceiver' | 'newSecret'

/** The adapters that webhooks ask: the store, and what may be delivered to. Part of the composition root. */
export function createWebhookAdapters(
  { webhooks, outbox, replays, cursors }: Pick<Store, 'webhooks' | 'outbox' | 'replays' | 'cursors'>,
  allow: AllowList,
): Pick<Parameters<typeof createWebhooks>[0], Adapters> {
  return {
    webhooks,
    deliveries: outbox,
    replays,
    cursors,
    checkReceiver: (url, member) => checkReceiver(url, allow, member),
    newSecret: newWebhookSecret,
  }
}
