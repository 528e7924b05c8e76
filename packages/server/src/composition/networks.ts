import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../chains/index.ts'
import type { RpcRelay } from '../domain/ports/rpcRelay.ts'
import { readPermission } from '../evm/approvals/readPermission.ts'
import { type BytecodeSource, createBytecodeSource } from '../evm/bytecode/createBytecodeSource.ts'
import { permitDeposit } from '../evm/claims/permitDeposit.ts'
import { readPayer } from '../evm/claims/readPayer.ts'
import { type CoinPayments, createCoinPayments } from '../evm/history/wallet/createCoinPayments.ts'
import { createWalletHistory, type GatherHistory } from '../evm/history/wallet/createWalletHistory.ts'
import type { HistoryReader } from '../evm/history/wallet/historyAnswer.ts'
import { createDelegateProbe } from '../evm/privileges/delegateProbe.ts'
import { planRescue } from '../evm/rescue/planRescue.ts'
import type { AgreementStats } from '../evm/rpc/agreement.ts'
import type { BlockReads } from '../evm/rpc/blockReads.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import { type ChainHealth, createChainSource } from '../evm/rpc/createChainSource.ts'
import type { Discovery } from '../evm/rpc/prefetch.ts'
import { createSimulator } from '../evm/simulation/createSimulator.ts'
import type { SimulationLimits } from '../evm/simulation/engine/simulationLimits.ts'
import type { EngineStats, Simulator } from '../evm/simulation/simulator.ts'
import type { Verification } from '../evm/verification/createVerification.ts'
import { endowVisitor, type VisitorRequest } from '../evm/visitor/endowVisitor.ts'
import { chainWithHoldings, type Holdings, simulatorWithHoldings } from '../evm/visitor/withHoldings.ts'
import { runWorstCaseExecutions } from '../evm/worstCase/runWorstCaseExecutions.ts'
import { accountFact } from '../intel/accountFact.ts'
import type { AddressIntel } from '../intel/addressIntel.ts'
import { ensAddress } from '../intel/onchain/ensName.ts'
import type { OriginSource } from '../intel/origin.ts'
import type { RevokeSources } from '../usecases/approvals/revokeApprovals.ts'
import type { ApprovalSources } from '../usecases/approvals/walletApprovals.ts'
import type { RightSources } from '../usecases/permissions/rightSources.ts'
import type { PermissionSources } from '../usecases/permissions/walletPermissions.ts'
import type { RescueSources } from '../usecases/rescue/rescueWallet.ts'
import { type ContractJudge, createContractJudge } from '../usecases/scans/contract/contractJudge.ts'
import type { ContractSources } from '../usecases/scans/contract/contractSources.ts'
import type { AskAgreement } from '../usecases/scans/endpointAgreement.ts'
import type { MessageSources } from '../usecases/scans/message/messageSources.ts'
import type { Asker } from '../usecases/scans/scanContext.ts'
import type { FindTransaction, TransactionSources } from '../usecases/scans/transaction/transactionSources.ts'
import { createKeptLevels } from '../usecases/scans/wallet/createKeptLevels.ts'
import { createWalletJudge, type WalletJudge } from '../usecases/scans/wallet/walletJudge.ts'
import type { WalletSources } from '../usecases/scans/wallet/walletSources.ts'
import type { MonitorSources } from '../watch/alerts/monitorSources.ts'
import type { SignedSources } from '../watch/signed/readSigned.ts'
import {
  createApprovalSources,
  createMonitorSources,
  createRevokeSources,
  createSignedSources,
} from './approvalNetwork.ts'
import { createContractSources } from './contractNetwork.ts'
import { createDepositSources } from './depositNetwork.ts'
import { createHoldingsSources } from './holdingsNetwork.ts'
import { createReadAhead, type ReadAhead } from './readAhead.ts'
import { createTransactionFinder } from './sentNetwork.ts'
import { createTransactionSources } from './transactionNetwork.ts'
import { createWalletSources } from './walletNetwork.ts'

/** What a scan may ask of the networks of one environment. */
export type NetworkSources = {
  transactionSources(chain: Chain): TransactionSources
  contractSources(chain: Chain): ContractSources
  messageSources(chain: Chain): MessageSources
  walletSources(chain: Chain): WalletSources
  approvalSources(chain: Chain): ApprovalSources & RightSources
  revokeSources(chain: Chain): RevokeSources
  permissionSources(chain: Chain): PermissionSources
  rescueSources(chain: Chain): RescueSources
  /** Looks for a transaction that was sent. */
  findTransaction(chain: Chain): FindTransaction
}

/** The networks of one environment. As they are, they execute for the service itself. Part of the composition root. */
export type Networks = NetworkSources & {
  /** The same for one account: an input that crashed the engine for another account is executed all the same. */
  askedBy(asker: Asker): NetworkSources
  /** What became of the engine's children and of inputs that crashed it. */
  engineStats(): EngineStats
  /** What endpoints said of each other, by network. */
  endpointStats(): (AgreementStats & ChainHealth & { chain: Chain })[]
  /** What a made-up visitor owns, so that a request of a page comes out as for a customer. */
  visitorHoldings(chain: Chain, request: VisitorRequest, signal: AbortSignal): Promise<Holdings>
  /** Reads the chain as a wallet does for the page that it is connected to, with those holdings. */
  visitorRead(
    chain: Chain,
    call: { account: Address; to: Address; data: Hex },
    signal: AbortSignal,
  ): Promise<Hex | null>
  /** For alerts, but for scores, which are scans of their own. */
  monitorSources(chain: Chain): Omit<MonitorSources, 'score'>
  /** For permissions that monitored wallets signed. */
  signedSources(chain: Chain): SignedSources
  /** Returns the account that an ENS name belongs to at Ethereum's head; null: none. @throws when that cannot be read. */
  resolveName(name: string, signal: AbortSignal): Promise<Address | null>
  /** Null, or why its newest block cannot be read. */
  readiness(chain: Chain, signal: AbortSignal): Promise<string | null>
  /** What scans of one witness read through, and analyse by. */
  shared: SharedSources
  /** Reads for following the chain block by block. */
  blocks(chain: Chain): BlockReads
  /** Passes calls of wallets to the endpoints. */
  rpcRelay(chain: Chain): RpcRelay
  close(): Promise<void>
}

/** By network. */
export type ChainSources = Record<Chain, ReturnType<typeof createChainSource>>

export type SharedSources = { chains: ChainSources; bytecode: BytecodeSource }

export type NetworkOptions = {
  /** Networks that are connected already, and stay so; absent: they are connected by these options. */
  shared?: SharedSources
  /** Empty: nothing is asked of the network. */
  rpcUrls: Record<Chain, readonly string[]>
  rpcTimeoutMs: number
  /** Where transactions of wallets go in place of the public pool. Left out: to the endpoints. */
  relayUrls?: Record<Chain, string | null>
  simulatorChildren: number
  /** For tests, in code only: other limits of the engine, and the clock of its quarantine. */
  simulation?: { limits?: Partial<SimulationLimits>; now?: () => number }
  /** For tests, in code only: how long the newest block is not read again, in milliseconds. */
  headReuseMs?: number
  /** What is known of addresses without asking the network. */
  intel: AddressIntel
  /** What is known of sites without visiting them. */
  origin: OriginSource
  /** Date of the oldest list relied on. */
  intelAsOf: () => string
  /** Changes with every list and every word of the operator. */
  listRevision(): Promise<string>
  /** What services say of contracts; of a local chain they know none. */
  verification: Verification
  /** Services that list what accounts did, best first. */
  historyExplorers: readonly HistoryReader[]
  /** Whether answers say what other endpoints confirmed. Left out: they do not, as on a chain of the service's own. */
  compareEndpoints?: boolean
  /** How the state that a transaction touches is found ahead of its execution. Default: by a trace. */
  discovery?: Discovery
  /** Unix milliseconds; default: the clock. */
  now?: () => number
  /** How many blocks back a contract counts as recently deployed; default: about a week of the real network. */
  recentBlocks?: Partial<Record<Chain, bigint>>
}

/** Connects each network by the endpoints of the options. */
function connectChains(options: NetworkOptions): ChainSources {
  return Object.fromEntries(
    CHAINS.map((chain) => [
      chain,
      createChainSource({
        chain,
        urls: options.rpcUrls[chain],
        ...(options.discovery && { discovery: options.discovery }),
        relayUrl: options.relayUrls?.[chain] ?? null,
        limits: {
          attemptTimeoutMs: options.rpcTimeoutMs,
          ...(options.headReuseMs !== undefined && { headReuseMs: options.headReuseMs }),
        },
      }),
    ]),
  ) as ChainSources
}

/** Connects the networks. Nothing is sent and nothing started before the first scan. */
export function createNetworks(options: NetworkOptions): Networks {
  const chains = options.shared?.chains ?? connectChains(options)
  const readAhead = Object.fromEntries(CHAINS.map((chain) => [chain, createReadAhead()])) as Record<Chain, ReadAhead>
  const histories = Object.fromEntries(
    CHAINS.map((name) => [name, createWalletHistory({ chain: chains[name], explorers: options.historyExplorers })]),
  ) as Record<Chain, GatherHistory>
  const coinPayments = Object.fromEntries(
    CHAINS.map((name) => [name, createCoinPayments({ chain: chains[name], explorers: options.historyExplorers })]),
  ) as Record<Chain, CoinPayments>
  /** Contracts that the service itself relies on concern every scan. */
  const agreementOf = (name: Chain): { agreement?: AskAgreement } => {
    if (!options.compareEndpoints) return {}
    const own = JSON.stringify(NETWORKS[name], (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ).toLowerCase()
    return {
      agreement: (block, concerns, signal) =>
        chains[name].agreement(block, (address) => own.includes(address) || concerns(address), signal),
    }
  }
  const agreements = Object.fromEntries(CHAINS.map((name) => [name, agreementOf(name)])) as Record<
    Chain,
    ReturnType<typeof agreementOf>
  >
  const bytecode = options.shared?.bytecode ?? createBytecodeSource()
  const { verification, intel, origin, intelAsOf } = options
  const { limits, ...clock } = options.simulation ?? {}
  const simulator = createSimulator({
    ...clock,
    sources: chains,
    limits: { ...limits, maxChildren: options.simulatorChildren },
  })

  /** Looks accounts of one network up; of a callee it is asked at once what only contracts have. */
  const accounts = (name: Chain, chain: ChainSource = chains[name]): TransactionSources['account'] => {
    const recentBlocks = options.recentBlocks?.[name]
    const recent = recentBlocks === undefined ? {} : { recentBlocks }
    return (block, address, signal, role) =>
      accountFact({ chain, intel, ...recent }, { block, address, expectContract: role === 'callee' }, signal)
  }

  /** One for each network: it keeps what it has judged, of public facts only, and so for every account. */
  const judges = new Map<Chain, ContractJudge>()
  const judgeOf = (name: Chain): ContractJudge => {
    const { listRevision } = options
    const judge =
      judges.get(name) ?? createContractJudge({ sources: () => askedBy({}).contractSources(name), listRevision })
    judges.set(name, judge)
    return judge
  }

  const spenderJudgeOf = (name: Chain) => ({
    kept: (...asked: Parameters<ContractJudge['kept']>) => judgeOf(name).kept(...asked),
    judge: (...asked: Parameters<ContractJudge>) => judgeOf(name)(...asked),
  })

  const walletJudges = new Map<Chain, WalletJudge>()
  const walletJudgeOf = (name: Chain): WalletJudge => {
    const { listRevision } = options
    const judge =
      walletJudges.get(name) ?? createWalletJudge({ sources: () => askedBy({}).walletSources(name), listRevision })
    walletJudges.set(name, judge)
    return judge
  }

  /** Sources of one scan. */
  const askedBy = (asker: Asker): NetworkSources => {
    const failed: Error[] = []
    const own = simulator.forAccount(asker.accountId, (error) => {
      failed.push(error)
      if (error.reason === 'busy') asker.onBusy?.()
    })
    return sourcesWith(own, asker, failed)
  }

  const sourcesWith = (bare: Simulator, asker: Asker, failed: readonly Error[]): NetworkSources => {
    const failedExecutions = () => failed
    const { holdings } = asker
    const simulator = holdings === undefined ? bare : simulatorWithHoldings(bare, holdings)
    const own = (name: Chain): ChainSource =>
      holdings?.chain === name ? chainWithHoldings(chains[name], bare, holdings) : chains[name]
    const contractJudgement =
      (name: Chain): TransactionSources['contractJudgement'] =>
      (block, account, signal, how) =>
        judgeOf(name)(block, account, signal, { ...asker, ...how })
    const walletJudgement =
      (name: Chain): TransactionSources['walletJudgement'] =>
      (block, account, signal) =>
        walletJudgeOf(name)(block, account, signal, asker)
    const sources: NetworkSources = {
      transactionSources: (name) => ({
        ...createTransactionSources({
          chain: own(name),
          others: CHAINS.filter((other) => other !== name && options.rpcUrls[other].length > 0).map(
            (other) => chains[other],
          ),
          simulator,
          bytecode,
          verification,
          origin,
          intelAsOf,
          account: accounts(name, own(name)),
          contractJudgement: contractJudgement(name),
          walletJudgement: walletJudgement(name),
          bought: sources.contractSources(name),
          notYetRead: readAhead[name],
          coinPayments: coinPayments[name],
          clock: options.now ?? Date.now,
        }),
        ...agreements[name],
        failedExecutions,
      }),
      messageSources: (name) => ({
        ...sources.transactionSources(name),
        permitDeposit: (block, question, signal) =>
          permitDeposit({ chain: own(name), simulator, bytecode, verification }, block, question, signal),
        worstCaseExecutions: (block, message, intents, signal) =>
          runWorstCaseExecutions(
            {
              chain: own(name),
              simulator,
              block,
              message,
              signal,
              functionsOf: async (contract) => {
                const sources = { chain: own(name), simulator, bytecode, verification }
                return (await readPayer(sources, block, contract, signal))?.functions ?? null
              },
            },
            intents,
          ),
      }),
      contractSources: (name) => ({
        ...createContractSources({
          chain: chains[name],
          simulator,
          bytecode,
          verification,
          intel,
          intelAsOf,
          account: accounts(name),
        }),
        depositSources: (trial) =>
          createDepositSources({ chain: chains[name], simulator }, sources.transactionSources(name), trial),
        ...agreements[name],
        failedExecutions,
        walletJudgement: walletJudgement(name),
        renew: (judged) => judgeOf(name).renew(judged),
      }),
      approvalSources: (name) => {
        const account = accounts(name)
        return createApprovalSources({
          chain: chains[name],
          verification,
          intelAsOf,
          delegateActs: createDelegateProbe({ chain: chains[name], simulator, bytecode }),
          account: (block, address, signal) => account(block, address, signal, 'callee'),
          spenderJudge: { ...spenderJudgeOf(name), judge: contractJudgement(name) },
        })
      },
      revokeSources: (name) =>
        createRevokeSources({
          chain: chains[name],
          simulator,
          delegateActs: createDelegateProbe({ chain: chains[name], simulator, bytecode }),
          account: accounts(name),
          list: sources.approvalSources(name),
        }),
      rescueSources: (name) => ({
        ...sources.approvalSources(name),
        ...sources.revokeSources(name),
        ...createHoldingsSources({ chain: chains[name], simulator }),
        sendsPrivately: chains[name].rpcRelay.isPrivate,
        publicPool: NETWORKS[name].publicMempool,
        rescue: (block, known, signal) =>
          planRescue(
            {
              chain: chains[name],
              simulator,
              delegateActs: createDelegateProbe({ chain: chains[name], simulator, bytecode }),
            },
            { block, ...known },
            signal,
          ),
      }),
      permissionSources: (name) => ({ ...sources.approvalSources(name), ...sources.revokeSources(name) }),
      walletSources: (name) => {
        const chain = chains[name]
        const { approvals } = sources.approvalSources(name)
        return {
          ...createWalletSources({ chain, history: histories[name], intel, account: accounts(name), intelAsOf }),
          ...createHoldingsSources({ chain, simulator }),
          ...agreements[name],
          failedExecutions,
          delegateActs: createDelegateProbe({ chain, simulator, bytecode }),
          codeJudgement: contractJudgement(name),
          renew: (judged) => walletJudgeOf(name).renew(judged),
          keptLevels: (...asked) =>
            createKeptLevels({ contract: judgeOf(name), wallet: walletJudgeOf(name), account: accounts(name) })(
              ...asked,
            ),
          approvals: (block, { address }, signal) => approvals(block, address, signal),
        }
      },
      findTransaction: (name) =>
        createTransactionFinder({ chain: chains[name], simulator, now: sources.transactionSources(name) }),
    }
    return sources
  }

  const shared = sourcesWith(simulator, {}, [])
  return {
    ...shared,
    askedBy,
    visitorHoldings: async (name, request, signal) => {
      const chain = chains[name]
      return endowVisitor({ chain, simulator }, await chain.head(signal), request, signal)
    },
    visitorRead: async (name, { account, to, data }, signal) => {
      const chain = chains[name]
      const block = await chain.head(signal)
      // What does not name the visitor is the same for all.
      if (!data.includes(account.slice(2))) return chain.call(block, { to, data }, signal)
      const asked = JSON.stringify({ to, data })
      const holdings = await endowVisitor({ chain, simulator }, block, { account, asked }, signal)
      return chainWithHoldings(chain, simulator, holdings).call(block, { to, data }, signal)
    },
    engineStats: () => simulator.stats(),
    endpointStats: () =>
      CHAINS.map((chain) => ({ chain, ...chains[chain].agreementStats(), ...chains[chain].health() })),
    monitorSources: (name) =>
      createMonitorSources({
        chain: chains[name],
        verification,
        account: accounts(name),
        spenderJudge: spenderJudgeOf(name),
      }),
    signedSources: (name) => ({
      ...createSignedSources(chains[name]),
      permission: (block, grant, signal) => readPermission(chains[name], { block, grant }, signal),
    }),
    async resolveName(name, signal) {
      const chain = chains.ethereum
      return ensAddress(chain, { block: await chain.head(signal), name }, signal)
    },
    readiness: (name, signal) => chains[name].readiness(signal),
    shared: { chains, bytecode },
    blocks: (name) => chains[name].blocks,
    rpcRelay: (name) => chains[name].rpcRelay,
    async close() {
      await simulator.close()
      if (options.shared !== undefined) return
      await Promise.all([bytecode.close(), ...CHAINS.map((chain) => chains[chain].close())])
    },
  }
}
