import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../chains/index.ts'
import { readPermission } from '../evm/approvals/readPermission.ts'
import { createBytecodeSource } from '../evm/bytecode/createBytecodeSource.ts'
import { readPayer } from '../evm/claims/calls/readPayer.ts'
import { permitDeposit } from '../evm/claims/permitDeposit.ts'
import { type CoinPayments, createCoinPayments } from '../evm/history/wallet/createCoinPayments.ts'
import { createWalletHistory, type GatherHistory } from '../evm/history/wallet/createWalletHistory.ts'
import { createDelegateProbe } from '../evm/privileges/delegateProbe.ts'
import { planRescue } from '../evm/rescue/planRescue.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import { createChainSource } from '../evm/rpc/createChainSource.ts'
import { createSimulator } from '../evm/simulation/createSimulator.ts'
import type { Simulator } from '../evm/simulation/simulator.ts'
import { endowVisitor } from '../evm/visitor/endowVisitor.ts'
import { chainWithHoldings, simulatorWithHoldings } from '../evm/visitor/withHoldings.ts'
import { fixedCalls } from '../evm/worstCase/fixedCalls.ts'
import { runWorstCaseExecutions } from '../evm/worstCase/runWorstCaseExecutions.ts'
import { accountFact } from '../intel/accountFact.ts'
import { ensAddress } from '../intel/onchain/ensName.ts'
import { type ContractJudge, createContractJudge } from '../usecases/scans/contract/contractJudge.ts'
import type { AskAgreement } from '../usecases/scans/endpointAgreement.ts'
import type { Asker } from '../usecases/scans/scanContext.ts'
import type { TransactionSources } from '../usecases/scans/transaction/transactionSources.ts'
import { createKeptLevels } from '../usecases/scans/wallet/createKeptLevels.ts'
import { createWalletJudge, type WalletJudge } from '../usecases/scans/wallet/walletJudge.ts'
import {
  createApprovalSources,
  createMonitorSources,
  createRevokeSources,
  createSignedSources,
} from './approvalNetwork.ts'
import { createContractSources } from './contractNetwork.ts'
import { createDepositSources } from './depositNetwork.ts'
import { createHoldingsSources } from './holdingsNetwork.ts'
import type { ChainSources, NetworkOptions, NetworkSources, Networks } from './networkSources.ts'
import { createReadAhead, type ReadAhead } from './readAhead.ts'
import { createTransactionFinder } from './sentNetwork.ts'
import { createTransactionSources } from './transactionNetwork.ts'
import { createWalletSources } from './walletNetwork.ts'

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
        callsOfCode: async (block, { account, code, data }, signal) =>
          fixedCalls(await own(name).code(block, code, signal), { account, data }),
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
          history: histories[name],
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
