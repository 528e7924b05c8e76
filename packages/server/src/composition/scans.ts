import type { Egress } from '@redoubt/egress/createEgress.ts'
import { resemblance } from '@redoubt/risk/accounts/resemblance.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { byChain } from '../chains/index.ts'
import type { Config } from '../config.ts'
import type { Environment } from '../domain/environment.ts'
import type { AccountAddresses } from '../domain/ports/accountAddresses.ts'
import type { Cursors } from '../domain/ports/cursors.ts'
import type { ScoreStore } from '../domain/ports/entityScores.ts'
import type { PolicyGate } from '../domain/ports/policyGate.ts'
import type { ScanRecords } from '../domain/ports/scanRecords.ts'
import type { SourceHealth } from '../domain/sourceHealth.ts'
import type { VerdictSigner } from '../domain/verdict.ts'
import { actingWallets } from '../evm/decode/actingWallets.ts'
import { clearSignMessage } from '../evm/decode/message/clearSignMessage.ts'
import { parseMessage } from '../evm/decode/message/parseMessage.ts'
import { recogniseMessage } from '../evm/decode/message/recogniseMessage.ts'
import { wholeParameters } from '../evm/decode/message/wholeParameters.ts'
import { readSignedTransaction } from '../evm/decode/signedTransaction.ts'
import { createHistoryExplorers } from '../evm/history/wallet/createHistoryExplorers.ts'
import type { Share } from '../evm/history/wallet/etherscanHistory.ts'
import { createExplorers } from '../evm/verification/createExplorers.ts'
import { createVerification, type Verification } from '../evm/verification/createVerification.ts'
import { createAddressIntel } from '../intel/addressIntel.ts'
import { builtInLabels } from '../intel/builtInLabels.ts'
import type { ListIndex } from '../intel/lookup/listIndex.ts'
import type { OriginSource } from '../intel/origin.ts'
import { createStaticList } from '../intel/staticList.ts'
import { createExplainer } from '../llm/createExplainer.ts'
import { isSandboxChain } from '../sandbox/canonical.ts'
import type { Sandbox } from '../sandbox/startSandbox.ts'
import { createRevokeApprovals } from '../usecases/approvals/revokeApprovals.ts'
import { createWalletApprovals } from '../usecases/approvals/walletApprovals.ts'
import { createWalletPermissions } from '../usecases/permissions/walletPermissions.ts'
import { createRescue } from '../usecases/rescue/rescueWallet.ts'
import { createContractScan } from '../usecases/scans/contract/scanContract.ts'
import { createMessageScan } from '../usecases/scans/message/scanMessage.ts'
import type { ScanContext, ScanOwner } from '../usecases/scans/scanContext.ts'
import { createIntentCheck } from '../usecases/scans/transaction/checkIntent.ts'
import { createExecutionScan } from '../usecases/scans/transaction/scanExecution.ts'
import { createSentTransactionScan } from '../usecases/scans/transaction/scanSentTransaction.ts'
import { createTransactionScan } from '../usecases/scans/transaction/scanTransaction.ts'
import type { TransactionSources } from '../usecases/scans/transaction/transactionSources.ts'
import { createUrlScan } from '../usecases/scans/url/scanUrl.ts'
import type { UrlSources } from '../usecases/scans/url/urlSources.ts'
import { createWalletScan } from '../usecases/scans/wallet/scanWallet.ts'
import { createAddressVerification } from '../usecases/scans/wallet/verifyAddress.ts'
import { createWalletProfile } from '../usecases/scans/wallet/walletProfile.ts'
import { withScannedSite } from '../usecases/scans/withScannedSite.ts'
import type { Witnessed, WitnessedScan } from '../usecases/scans/witnessedScan.ts'
import { type Lazy, lazy } from './lazy.ts'
import type { NetworkOptions, NetworkSources, Networks } from './networkSources.ts'
import { createNetworks } from './networks.ts'
import { observeEgress } from './observedEgress.ts'
import type { OfferedNetworks } from './offeredNetworks.ts'
import { createWitnessedScans } from './witnessedScans.ts'

/** A service that has not heard of a contract is not asked: it would call it unverified. */
function verificationOf({ url, knows }: Sandbox['sources'], http: Egress['operator']): Verification {
  const none = byChain(() => null)
  const addresses = { sourcifyUrl: url, etherscan: { urls: none, apiKey: null }, blockscoutUrls: none }
  const [asked, notAsked] = [createVerification(createExplorers(addresses, http)), createVerification([])]
  return (chain, contract) => (knows(CHAIN_IDS[chain], contract.address) ? asked : notAsked)(chain, contract)
}

/** Every scan, and the networks that it asks. */
export type Scans = ReturnType<typeof createScans>

/**
 * Part of the composition root. The rules, the decoders and the networks hang on it, half of the program: app loads it after it
 * listens. The networks of an environment are connected at its first scan.
 */
export function createScans({
  config,
  share,
  offered,
  egress,
  health,
  cursors,
  records,
  accountAddresses,
  scores,
  lists,
  origin,
  intelAsOf,
  policyGate,
  sandbox,
  urlSources,
  verdictSigner,
  clearSigning,
}: {
  config: Config & Pick<NetworkOptions, 'simulation' | 'headReuseMs' | 'recentBlocks'>
  /** Of what all workers on this machine may ask together; null: it is alone. */
  share: Share | null
  offered: OfferedNetworks
  egress: Egress
  health: SourceHealth
  cursors: Cursors
  records: Pick<ScanRecords, 'messagesOf'>
  accountAddresses: AccountAddresses
  scores: Pick<ScoreStore, 'list'>
  lists: ListIndex
  origin: OriginSource
  intelAsOf(): string
  policyGate: PolicyGate
  sandbox(): Promise<Sandbox>
  urlSources(environment: Environment): Promise<UrlSources>
  verdictSigner: VerdictSigner
  /** SHA-256 of the operator's clear-signing descriptors; null: none. */
  clearSigning: string | null
}) {
  const connected = new Map<Environment, Networks>()
  const optionsOf = new Map<Environment, NetworkOptions>()
  const connect = (environment: Environment, options: NetworkOptions): Networks => {
    const made = createNetworks(options)
    connected.set(environment, made)
    optionsOf.set(environment, options)
    return made
  }
  const live = lazy(async () => {
    const intel = createAddressIntel({ lists, builtIn: builtInLabels })
    const { sourcifyUrl, etherscan, blockscoutUrls } = config.explorers
    const configured = [sourcifyUrl, ...Object.values(etherscan.urls), ...Object.values(blockscoutUrls)]
    const explorers = observeEgress(health, 'live').operator(egress.operator, 'explorer', configured)
    return connect('live', {
      ...config,
      rpcUrls: offered.rpcUrls,
      relayUrls: config.privateRelayUrls,
      intel,
      origin,
      intelAsOf,
      listRevision: lists.revision,
      verification: createVerification(createExplorers(config.explorers, explorers)),
      historyExplorers: createHistoryExplorers(
        { ...config.explorers, etherscan: share ? { ...etherscan, share } : etherscan },
        explorers,
      ),
      compareEndpoints: true,
    })
  })
  const test = lazy(async () => {
    const { rpcUrls, recentBlocks, lists: given, sources } = await sandbox()
    const urls = byChain((chain) => (isSandboxChain(chain) && rpcUrls[chain] !== '' ? [rpcUrls[chain]] : []))
    const intel = createAddressIntel({ lists, builtIn: builtInLabels, given: given.map(createStaticList) })
    return connect('test', {
      ...config,
      rpcUrls: urls,
      discovery: 'access-list',
      recentBlocks,
      intel,
      origin,
      intelAsOf,
      listRevision: lists.revision,
      verification: verificationOf(sources, observeEgress(health, 'test').operator(egress.operator, 'explorer')),
      historyExplorers: [],
    })
  })
  const networks = (environment: Environment): Promise<Networks> => (environment === 'live' ? live : test).get()

  const explainer =
    config.languageModel &&
    createExplainer(
      config.languageModel,
      observeEgress(health, 'live').operator(egress.operator, 'language-model', [config.languageModel.baseUrl]),
    )
  const sourcesOf = async ({ environment, ...asker }: ScanOwner): Promise<NetworkSources> =>
    (await networks(environment)).askedBy(asker)
  /** Sources of one network. @throws ApiError VALIDATION_ERROR when the environment does not offer it. */
  const sourcesOn = async (owner: ScanOwner, chain: Chain): Promise<NetworkSources> => {
    offered.require(owner.environment, chain)
    return sourcesOf(owner)
  }
  const withOwn = <Sources extends TransactionSources>(sources: Sources, owner: ScanOwner): Sources =>
    withAccountAddresses(
      { ...sources, origin: withScannedSite(sources.origin, owner, scores) },
      owner,
      accountAddresses,
    )
  const withOwnOf =
    (owner: ScanOwner) =>
    <Sources extends TransactionSources>(sources: Sources): Sources =>
      withOwn(sources, owner)
  const ownSources = async (owner: ScanOwner, chain: Chain) =>
    withOwn((await sourcesOn(owner, chain)).transactionSources(chain), owner)
  const witnessedScan = createWitnessedScans(verdictSigner, { clearSigning })
  const walletSources = async (owner: ScanOwner, chain: Chain) => (await sourcesOn(owner, chain)).walletSources(chain)
  return {
    networks,
    transaction: createTransactionScan(ownSources, explainer, policyGate),
    execution: createExecutionScan(ownSources),
    signed: {
      read: readSignedTransaction,
      actingWallets: async (...asked: Parameters<typeof actingWallets>) => actingWallets(...asked),
    },
    intent: createIntentCheck(ownSources, explainer, policyGate),
    sentTransaction: createSentTransactionScan(
      async (owner, chain) => {
        if (chain !== null) offered.require(owner.environment, chain)
        const { findTransaction } = await sourcesOf(owner)
        const asked = chain === null ? offered.in(owner.environment) : [chain]
        return new Map(asked.map((one) => [one, findTransaction(one)]))
      },
      (sources, input, context) => createTransactionScan(async () => sources, explainer)(input, context),
    ),
    contract: createContractScan(async (owner, chain) => (await sourcesOn(owner, chain)).contractSources(chain)),
    message: createMessageScan(
      async (owner, chain) => withOwn((await sourcesOn(owner, chain)).messageSources(chain), owner),
      { parse: parseMessage, recognise: recogniseMessage, clearSign: clearSignMessage, parameters: wholeParameters },
      explainer,
      policyGate,
    ),
    /** Scans that can be executed again elsewhere. */
    async witnessed({ scan }: { scan: WitnessedScan; deadlineMs: number }, context: ScanContext): Promise<Witnessed> {
      const { environment, accountId, onBusy } = context
      const owner = { environment, ...(accountId && { accountId }), ...(onBusy && { onBusy }) }
      offered.require(environment, scan.input.chain)
      const made = await networks(environment)
      const options = optionsOf.get(environment)
      if (options === undefined) throw new Error('networks without options')
      const live = { networks: made, options, own: withOwnOf(owner), policyGate, owner }
      return witnessedScan(scan, live, context)
    },
    wallet: createWalletScan(walletSources),
    url: createUrlScan(urlSources),
    verify: createAddressVerification(walletSources),
    approvals: createWalletApprovals(
      async (owner, chain) => (await sourcesOn(owner, chain)).approvalSources(chain),
      cursors,
    ),
    permissions: createWalletPermissions(
      async (owner, chain) => (await sourcesOn(owner, chain)).permissionSources(chain),
      { cursors, records },
    ),
    rescue: createRescue(async (owner, chain) => (await sourcesOn(owner, chain)).rescueSources(chain), records),
    revoke: createRevokeApprovals(
      async (owner, chain) => (await sourcesOn(owner, chain)).revokeSources(chain),
      records,
    ),
    profile: createWalletProfile(walletSources),
    /** What the engines that were started went through. */
    endpoints: () =>
      [...connected].flatMap(([environment, one]) => one.endpointStats().map((stats) => ({ environment, ...stats }))),
    engines: () => [...connected].map(([environment, one]) => ({ environment, ...one.engineStats() })),
    async close(): Promise<void> {
      for (const started of [live, test] as Lazy<Networks>[]) await started.ifStarted((one) => one.close())
    },
  }
}

/**
 * Adds what only this account knows to the known parties of one scan. A judgement that others share never sees it: contracts are
 * judged by the shared sources.
 */
function withAccountAddresses<Sources extends TransactionSources>(
  sources: Sources,
  { environment, accountId }: ScanOwner,
  addresses: AccountAddresses,
): Sources {
  if (accountId === undefined) return sources
  return {
    ...sources,
    knownParties: async (targets, signal) => {
      const [shared = [], own] = await Promise.all([
        sources.knownParties?.(targets, signal),
        addresses.of({ accountId, environment }),
      ])
      const alike = own.filter(({ address }) =>
        targets.some((target) => target === address || resemblance(target, address) !== null),
      )
      return [...shared, ...alike]
    },
  }
}
