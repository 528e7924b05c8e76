import type { Config } from '../config.ts'
import type { Sandbox } from '../demo/startSandbox.ts'
import type { Egress } from '../egress/createEgress.ts'
import { CHAINS, type Chain } from '../risk/chain.ts'
import { createRevokeApprovals } from '../scans/approvals/revokeApprovals.ts'
import { createWalletApprovals } from '../scans/approvals/walletApprovals.ts'
import { createContractScan } from '../scans/contract/scanContract.ts'
import { createMessageScan } from '../scans/message/scanMessage.ts'
import type { ScanOwner } from '../scans/scanContext.ts'
import { createSentTransactionScan } from '../scans/transaction/scanSentTransaction.ts'
import { createTransactionScan } from '../scans/transaction/scanTransaction.ts'
import { createUrlScan } from '../scans/url/scanUrl.ts'
import type { UrlSources } from '../scans/url/urlSources.ts'
import { createWalletScan } from '../scans/wallet/scanWallet.ts'
import { createAddressVerification } from '../scans/wallet/verifyAddress.ts'
import { createWalletProfile } from '../scans/wallet/walletProfile.ts'
import { publicEndpoints } from '../sources/chain/publicEndpoints.ts'
import { clearSignMessage } from '../sources/decode/message/clearSignMessage.ts'
import { parseMessage } from '../sources/decode/message/parseMessage.ts'
import { recogniseMessage } from '../sources/decode/message/recogniseMessage.ts'
import { createHistoryExplorers } from '../sources/history/wallet/createHistoryExplorers.ts'
import { createAddressIntel } from '../sources/intel/addressIntel.ts'
import { builtInLabels } from '../sources/intel/builtInLabels.ts'
import type { ListIndex } from '../sources/intel/lookup/listIndex.ts'
import type { OriginSource } from '../sources/intel/origin.ts'
import { createStaticList } from '../sources/intel/staticList.ts'
import { createExplainer } from '../sources/language/createExplainer.ts'
import { createExplorers } from '../sources/verification/createExplorers.ts'
import { createVerification } from '../sources/verification/createVerification.ts'
import { createCursors } from '../store/createCursors.ts'
import type { Store } from '../store/openStore.ts'
import { createNetworks, type NetworkOptions, type NetworkSources, type Networks } from './networks.ts'
import { type Once, once } from './once.ts'

type Environment = 'live' | 'test'
/** Every scan, and the networks that it asks. */
export type Scans = ReturnType<typeof createScans>

/**
 * Part of the composition root. The rules, the decoders and the networks hang on it, half of the program: app loads it after it
 * listens. The networks of an environment are connected at its first scan.
 */
export function createScans({
  config,
  egress,
  keyring,
  lists,
  origin,
  intelAsOf,
  sandbox,
  urlSources,
}: {
  config: Config & Pick<NetworkOptions, 'simulation'>
  egress: Egress
  keyring: Store['keyring']
  lists: ListIndex
  origin: OriginSource
  intelAsOf(): string
  sandbox(): Promise<Sandbox>
  urlSources(environment: Environment): Promise<UrlSources>
}) {
  const connected = new Map<Environment, Networks>()
  const connect = (environment: Environment, options: NetworkOptions): Networks => {
    const made = createNetworks(options)
    connected.set(environment, made)
    return made
  }
  const live = once(async () => {
    const intel = createAddressIntel({ lists, builtIn: builtInLabels })
    return connect('live', {
      ...config,
      rpcUrls: await withPublicEndpoints(config.rpcUrls),
      intel,
      origin,
      intelAsOf,
      listRevision: lists.revision,
      verification: createVerification(createExplorers(config.explorers, egress.operator)),
      historyExplorers: createHistoryExplorers(config.explorers, egress.operator),
    })
  })
  const test = once(async () => {
    const { rpcUrls, recentBlocks, lists: given } = await sandbox()
    const urls = mapChains((chain) => [rpcUrls[chain]])
    const intel = createAddressIntel({ lists, builtIn: builtInLabels, given: given.map(createStaticList) })
    return connect('test', {
      ...config,
      rpcUrls: urls,
      recentBlocks,
      intel,
      origin,
      intelAsOf,
      listRevision: lists.revision,
      verification: createVerification([]),
      historyExplorers: [],
    })
  })
  const networks = (environment: Environment): Promise<Networks> => (environment === 'live' ? live : test).get()

  const explainer = config.languageModel && createExplainer(config.languageModel, egress.operator)
  const sourcesOf = async ({ environment, accountId }: ScanOwner): Promise<NetworkSources> => {
    const shared = await networks(environment)
    return accountId === undefined ? shared : shared.forAccount(accountId)
  }
  const walletSources = async (owner: ScanOwner, chain: Chain) => (await sourcesOf(owner)).walletSources(chain)
  return {
    networks,
    transaction: createTransactionScan(
      async (owner, chain) => (await sourcesOf(owner)).transactionSources(chain),
      explainer,
    ),
    sentTransaction: createSentTransactionScan(
      async (owner) => (await sourcesOf(owner)).findTransaction,
      (sources, input, context) => createTransactionScan(async () => sources, explainer)(input, context),
    ),
    contract: createContractScan(async (owner, chain) => (await sourcesOf(owner)).contractSources(chain)),
    message: createMessageScan(
      async (owner, chain) => (await sourcesOf(owner)).messageSources(chain),
      { parse: parseMessage, recognise: recogniseMessage, clearSign: clearSignMessage },
      explainer,
    ),
    wallet: createWalletScan(walletSources),
    url: createUrlScan(urlSources),
    verify: createAddressVerification(walletSources),
    approvals: createWalletApprovals(
      async (owner, chain) => (await sourcesOf(owner)).approvalSources(chain),
      createCursors(keyring),
    ),
    revoke: createRevokeApprovals(async (owner, chain) => (await sourcesOf(owner)).revokeSources(chain)),
    profile: createWalletProfile(walletSources),
    /** What the engines that were started went through. */
    engines: () => [...connected].map(([environment, one]) => ({ environment, ...one.engineStats() })),
    async close(): Promise<void> {
      for (const started of [live, test] as Once<Networks>[]) await started.ifStarted((one) => one.close())
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
