import type { Config } from './config.ts'
import type { Sandbox, SandboxProgress } from './demo/startSandbox.ts'
import { createEgress } from './egress/createEgress.ts'
import { listenProblem } from './http/listenProblem.ts'
import { createServer } from './http/server.ts'
import { createFeeds } from './intelligence.ts'
import { createIntelReport } from './intelReport.ts'
import { createNetworks } from './networks.ts'
import { CHAINS, type Chain } from './risk/chain.ts'
import { createRevokeApprovals } from './scans/revokeApprovals.ts'
import { createContractScan } from './scans/scanContract.ts'
import { createMessageScan } from './scans/scanMessage.ts'
import { createSentTransactionScan } from './scans/scanSentTransaction.ts'
import { createTransactionScan } from './scans/scanTransaction.ts'
import { createWalletScan } from './scans/scanWallet.ts'
import { createAddressVerification } from './scans/verifyAddress.ts'
import { createWalletApprovals } from './scans/walletApprovals.ts'
import { createWalletProfile } from './scans/walletProfile.ts'
import { publicEndpoints } from './sources/chain/publicEndpoints.ts'
import { clearSignMessage } from './sources/decode/message/clearSignMessage.ts'
import { parseMessage } from './sources/decode/message/parseMessage.ts'
import { recogniseMessage } from './sources/decode/message/recogniseMessage.ts'
import { createHistoryExplorers } from './sources/history/wallet/createHistoryExplorers.ts'
import { createAddressIntel } from './sources/intel/addressIntel.ts'
import { builtInLabels } from './sources/intel/builtInLabels.ts'
import { intelAsOf } from './sources/intel/intelAsOf.ts'
import { createListIndex } from './sources/intel/lookup/listIndex.ts'
import { createOriginSource } from './sources/intel/origin.ts'
import { packDomains } from './sources/intel/pack/packDomains.ts'
import { createStaticList } from './sources/intel/staticList.ts'
import { createExplainer } from './sources/language/createExplainer.ts'
import { createExplorers } from './sources/verification/createExplorers.ts'
import { createVerification } from './sources/verification/createVerification.ts'
import { createCursors } from './store/createCursors.ts'
import { openStore, type Store } from './store/openStore.ts'

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
  const origin = createOriginSource({ lists: { ...lists, state }, officialDomains: packDomains })
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
  const { keys, rateCounters, idempotency, scanRecords } = store
  const server = await createServer(
    {
      ...{ keys, rateCounters, idempotency, scanRecords },
      scans: { transaction, sentTransaction, contract, message, wallet },
      wallets: { verify, approvals, revoke, profile },
      intel: createIntelReport(store.intel),
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

  return {
    store,
    sandbox: sandbox.get,
    async listen(port = config.port) {
      const url = await listen(server, { port, host: config.host })
      feeds.start()
      return url
    },
    async close() {
      clearInterval(pruning)
      await Promise.all([server.close(), feeds.stop().then(() => egress.close())])
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

type Once<Value> = { get(): Promise<Value>; ifStarted(use: (value: Value) => Promise<void>): Promise<void> }

/** Starts something on first use and shares it; a failed start may be tried again. */
function once<Value>(start: () => Promise<Value>): Once<Value> {
  let started: Promise<Value> | null = null
  return {
    get() {
      started ??= start().catch((error: unknown) => {
        started = null
        throw error
      })
      return started
    },
    async ifStarted(use) {
      if (started) await started.then(use, () => {})
    },
  }
}

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
