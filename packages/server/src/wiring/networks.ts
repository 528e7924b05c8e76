import type { MonitorSources } from '../monitors/alerts/monitorSources.ts'
import { CHAINS, type Chain } from '../risk/chain.ts'
import type { Simulation } from '../risk/execution.ts'
import type { Address, Hex, PinnedBlock } from '../risk/facts.ts'
import type { RevokeSources } from '../scans/approvals/revokeApprovals.ts'
import type { ApprovalSources } from '../scans/approvals/walletApprovals.ts'
import type { ContractSources } from '../scans/contract/contractSources.ts'
import type { MessageSources } from '../scans/message/messageSources.ts'
import type { FindTransaction } from '../scans/transaction/minedSources.ts'
import type { TransactionSources } from '../scans/transaction/transactionSources.ts'
import type { WalletSources } from '../scans/wallet/walletSources.ts'
import { createBytecodeSource } from '../sources/bytecode/createBytecodeSource.ts'
import { resolveProxy } from '../sources/bytecode/proxy/resolveProxy.ts'
import type { BlockReads } from '../sources/chain/blockReads.ts'
import type { ChainSource } from '../sources/chain/chainSource.ts'
import { createChainSource } from '../sources/chain/createChainSource.ts'
import { remember } from '../sources/chain/remember.ts'
import { approvalChanges } from '../sources/decode/approvalChanges.ts'
import { balanceChanges } from '../sources/decode/balanceChanges.ts'
import { decodeByCallee } from '../sources/decode/decodeByCallee.ts'
import { decodeTransaction } from '../sources/decode/decodeTransaction.ts'
import { HOLDING, type ReadState, readStateAfter } from '../sources/decode/readState.ts'
import { runFollowUps } from '../sources/followUps/runFollowUps.ts'
import { createWalletHistory, type LearnHistory } from '../sources/history/wallet/createWalletHistory.ts'
import type { HistoryReader } from '../sources/history/wallet/historyAnswer.ts'
import { accountFact } from '../sources/intel/accountFact.ts'
import type { AddressIntel } from '../sources/intel/addressIntel.ts'
import { ensAddress } from '../sources/intel/onchain/ensAddress.ts'
import { ensName } from '../sources/intel/onchain/ensName.ts'
import type { OriginSource } from '../sources/intel/origin.ts'
import { senderHistory } from '../sources/intel/senderHistory.ts'
import { usdPrice } from '../sources/market/usdPrice.ts'
import { createBundleSimulation, stageBundle } from '../sources/simulation/bundle/simulateBundle.ts'
import { createSimulator } from '../sources/simulation/createSimulator.ts'
import { touchedAccounts } from '../sources/simulation/touchedAccounts.ts'
import { trialSale } from '../sources/trade/trialSale.ts'
import { learnValidity } from '../sources/validity/learnValidity.ts'
import type { Verification } from '../sources/verification/createVerification.ts'
import { imitationOf } from '../sources/verification/imitationOf.ts'
import { sourceCheck } from '../sources/verification/sourceCheck.ts'
import { createApprovalSources } from './approvalNetwork.ts'
import { createContractSources } from './contractNetwork.ts'
import { createDelegateTrial } from './delegateNetwork.ts'
import { createHoldingsSources } from './holdingsNetwork.ts'
import { createMonitorSources } from './monitorNetwork.ts'
import { createPurchaseTrial } from './purchaseNetwork.ts'
import { createRevokeSources } from './revokeNetwork.ts'
import { createTransactionFinder } from './sentNetwork.ts'
import { createSpenderTrial } from './spenderNetwork.ts'
import { createWalletSources } from './walletNetwork.ts'

/** The three networks of one environment: what a scan may ask of them. Part of the composition root. */
export type Networks = {
  transactionSources(chain: Chain): TransactionSources
  contractSources(chain: Chain): ContractSources
  messageSources(chain: Chain): MessageSources
  walletSources(chain: Chain): WalletSources
  approvalSources(chain: Chain): ApprovalSources
  revokeSources(chain: Chain): RevokeSources
  /** For alerts, but for scores, which are scans of their own. */
  monitorSources(chain: Chain): Omit<MonitorSources, 'score'>
  /** Whom an ENS name belongs to at Ethereum's head; null: nobody. @throws when that cannot be read. */
  resolveName(name: string, signal: AbortSignal): Promise<Address | null>
  /** Looks for a transaction that was sent. */
  findTransaction(chain: Chain): FindTransaction
  /** For whoever follows the chain block by block. */
  blocks(chain: Chain): BlockReads
  close(): Promise<void>
}

export type NetworkOptions = {
  rpcUrls: Record<Chain, readonly string[]>
  rpcTimeoutMs: number
  simulatorChildren: number
  /** What is known of addresses without asking the network. */
  intel: AddressIntel
  /** What is known of sites without visiting them. */
  origin: OriginSource
  /** Date of the oldest list relied on. */
  intelAsOf: () => string
  /** What services say of contracts; those of a chain of our own know nobody's. */
  verification: Verification
  /** Services that list what accounts did, best first. */
  historyExplorers: readonly HistoryReader[]
  /** How many blocks back a contract counts as recently deployed; default: about a week of the real network. */
  recentBlocks?: Record<Chain, bigint>
}

/** Connects the networks. Nothing is sent and nothing started before the first scan. */
export function createNetworks(options: NetworkOptions): Networks {
  const chains = Object.fromEntries(
    CHAINS.map((chain) => [
      chain,
      createChainSource({
        chain,
        urls: options.rpcUrls[chain],
        limits: { attemptTimeoutMs: options.rpcTimeoutMs },
      }),
    ]),
  ) as Record<Chain, ReturnType<typeof createChainSource>>
  const readAhead = Object.fromEntries(CHAINS.map((chain) => [chain, createReadAhead()])) as Record<
    Chain,
    ReturnType<typeof createReadAhead>
  >
  const histories = Object.fromEntries(
    CHAINS.map((name) => [name, createWalletHistory({ chain: chains[name], explorers: options.historyExplorers })]),
  ) as Record<Chain, LearnHistory>
  const bytecode = createBytecodeSource()
  const simulator = createSimulator({ sources: chains, limits: { maxChildren: options.simulatorChildren } })

  const networks: Networks = {
    transactionSources: (name) => {
      const chain = chains[name]
      const recent = options.recentBlocks === undefined ? {} : { recentBlocks: options.recentBlocks[name] }
      const others = CHAINS.filter((other) => other !== name)
      const notYetRead = readAhead[name]
      // Both facts that read the state afterwards share one reader, which joins their reads.
      const readers = new WeakMap<Simulation, ReadState>()
      const readAfter = (block: PinnedBlock, simulation: Simulation): ReadState => {
        const reader = readers.get(simulation) ?? readStateAfter(simulator, block, simulation)
        readers.set(simulation, reader)
        return reader
      }
      return {
        chain: name,
        block: (signal) => chain.head(signal),
        decode: (transaction) => decodeTransaction(transaction, { chain: name, from: transaction.from }),
        decodeByCallee: (block, transaction, signal) =>
          decodeByCallee(
            {
              chain: name,
              code: (address, within) => chain.code(block, address, within),
              proxy: (address, code, within) => resolveProxy(chain, { block, address, code }, within),
              verification: options.verification,
              analyse: (address, code, within) => bytecode.analyse({ address, code, abi: null }, within),
            },
            transaction,
            signal,
          ),
        imitates: (token, symbol) => imitationOf(name, { address: token, symbol, name: null }) !== null,
        simulate: async (block, transaction, signal) => {
          const simulation = await createBundleSimulation(simulator, chain)({ block, transaction, signal })
          // Most of them are about to be asked for, one after the other: here they share a batch.
          for (const address of touchedAccounts(simulation).filter(notYetRead(block)))
            accountFact({ chain, intel: options.intel, ...recent }, { block, address }, signal).catch(() => undefined)
          return simulation
        },
        balanceChanges: (block, transaction, simulation, signal) =>
          balanceChanges(
            {
              chain,
              readAfter: readAfter(block, simulation),
              priceOf: (asset, within) => usdPrice(chain, { block, asset }, within),
            },
            { block, transaction, simulation },
            signal,
          ),
        approvalChanges: (block, simulation, signal) =>
          approvalChanges({ chain, readAfter: readAfter(block, simulation) }, { block, simulation }, signal),
        account: (block, address, signal, role) =>
          accountFact(
            { chain, intel: options.intel, ...recent },
            { block, address, expectContract: role === 'callee' },
            signal,
          ),
        ensName: (block, address, signal) => ensName(chain, { block, address }, signal).catch(() => null),
        read: (block, call, signal) => chain.ask(block, { ...call, ...HOLDING }, signal),
        codeElsewhere: (address, signal) =>
          Promise.all(
            others.map(async (other) => ({ chain: other, hasCode: await hasCode(chains[other], address, signal) })),
          ),
        validity: async (block, scan, signal) => {
          const { transaction, stateOverrides } = await stageBundle(chain, { block, signal, ...scan })
          return learnValidity({ chain, simulator, bytecode }, { block, ...scan, transaction, stateOverrides }, signal)
        },
        delegateActs: createDelegateTrial({ chain, simulator, bytecode }),
        spenderTrial: createSpenderTrial({ chain, simulator, bytecode }),
        senderHistory: (block, sender, signal) => senderHistory({ chain }, { block, sender }, signal),
        trialSale: (block, token, signal) => trialSale({ chain, simulator }, { block, token }, signal),
        purchasePowers: createPurchaseTrial(networks.contractSources(name)),
        sourceCheck: (contract, signal) => sourceCheck(options.verification, { chain: name, ...contract }, signal),
        origin: options.origin,
        intelAsOf: options.intelAsOf,
      }
    },
    messageSources: (name) => ({
      ...networks.transactionSources(name),
      followUps: (block, message, intents, signal) =>
        runFollowUps({ chain: chains[name], simulator, block, message, signal }, intents),
    }),
    contractSources: (name) => {
      const chain = chains[name]
      const recent = options.recentBlocks === undefined ? {} : { recentBlocks: options.recentBlocks[name] }
      return createContractSources({
        chain,
        simulator,
        bytecode,
        verification: options.verification,
        intel: options.intel,
        account: (block, address, signal, role) =>
          accountFact(
            { chain, intel: options.intel, ...recent },
            { block, address, expectContract: role === 'callee' },
            signal,
          ),
        intelAsOf: options.intelAsOf,
      })
    },
    approvalSources: (name) => {
      const chain = chains[name]
      const recent = options.recentBlocks === undefined ? {} : { recentBlocks: options.recentBlocks[name] }
      return createApprovalSources({
        chain,
        verification: options.verification,
        account: (block, address, signal) =>
          accountFact({ chain, intel: options.intel, ...recent }, { block, address, expectContract: true }, signal),
        intelAsOf: options.intelAsOf,
      })
    },
    monitorSources: (name) => {
      const chain = chains[name]
      const recent = options.recentBlocks === undefined ? {} : { recentBlocks: options.recentBlocks[name] }
      return createMonitorSources({
        chain,
        verification: options.verification,
        account: (block, address, signal) =>
          accountFact({ chain, intel: options.intel, ...recent }, { block, address }, signal),
      })
    },
    revokeSources: (name) => {
      const chain = chains[name]
      const recent = options.recentBlocks === undefined ? {} : { recentBlocks: options.recentBlocks[name] }
      return createRevokeSources({
        chain,
        simulator,
        account: (block, address, signal) =>
          accountFact({ chain, intel: options.intel, ...recent }, { block, address }, signal),
        list: networks.approvalSources(name),
      })
    },
    walletSources: (name) => {
      const chain = chains[name]
      const recent = options.recentBlocks === undefined ? {} : { recentBlocks: options.recentBlocks[name] }
      const wallet = createWalletSources({
        chain,
        history: histories[name],
        intel: options.intel,
        account: (block, address, signal) =>
          accountFact({ chain, intel: options.intel, ...recent }, { block, address }, signal),
        intelAsOf: options.intelAsOf,
      })
      const { approvals } = networks.approvalSources(name)
      return {
        ...wallet,
        ...createHoldingsSources({ chain, simulator }),
        delegateActs: createDelegateTrial({ chain, simulator, bytecode }),
        approvals: (block, { address }, signal) => approvals(block, address, signal),
      }
    },
    async resolveName(name, signal) {
      const chain = chains.ethereum
      return ensAddress(chain, { block: await chain.head(signal), name }, signal)
    },
    findTransaction: (name) =>
      createTransactionFinder({ chain: chains[name], simulator, now: networks.transactionSources(name) }),
    blocks: (name) => chains[name].blocks,
    async close() {
      await Promise.all([simulator.close(), bytecode.close()])
      await Promise.all(CHAINS.map((chain) => chains[chain].close()))
    },
  }
  return networks
}

/** Whether an account is read ahead for the first time at its block. */
function createReadAhead(): (block: PinnedBlock) => (address: Address) => boolean {
  const known = remember(BLOCKS_READ_AHEAD, (_hash: Hex) => new Set<Address>())
  return (block) => {
    const read = known(block.hash)
    return (address) => read.size < MOST_READ_AHEAD && read.size !== read.add(address).size
  }
}

const BLOCKS_READ_AHEAD = 8
const MOST_READ_AHEAD = 5_000

async function hasCode(chain: ChainSource, address: Address, signal: AbortSignal): Promise<boolean> {
  return (await chain.code(await chain.head(signal), address, signal)) !== '0x'
}
