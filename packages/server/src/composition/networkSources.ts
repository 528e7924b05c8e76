import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RpcRelay } from '../domain/ports/rpcRelay.ts'
import type { BytecodeSource } from '../evm/bytecode/createBytecodeSource.ts'
import type { HistoryReader } from '../evm/history/wallet/historyAnswer.ts'
import type { AgreementStats } from '../evm/rpc/agreement.ts'
import type { BlockReads } from '../evm/rpc/blockReads.ts'
import type { ChainHealth, createChainSource } from '../evm/rpc/createChainSource.ts'
import type { Discovery } from '../evm/rpc/prefetch.ts'
import type { SimulationLimits } from '../evm/simulation/engine/simulationLimits.ts'
import type { EngineStats } from '../evm/simulation/simulator.ts'
import type { Verification } from '../evm/verification/createVerification.ts'
import type { VisitorRequest } from '../evm/visitor/endowVisitor.ts'
import type { Holdings } from '../evm/visitor/withHoldings.ts'
import type { AddressIntel } from '../intel/addressIntel.ts'
import type { OriginSource } from '../intel/origin.ts'
import type { RevokeSources } from '../usecases/approvals/revokeApprovals.ts'
import type { ApprovalSources } from '../usecases/approvals/walletApprovals.ts'
import type { RightSources } from '../usecases/permissions/rightSources.ts'
import type { PermissionSources } from '../usecases/permissions/walletPermissions.ts'
import type { RescueSources } from '../usecases/rescue/rescueWallet.ts'
import type { ContractSources } from '../usecases/scans/contract/contractSources.ts'
import type { MessageSources } from '../usecases/scans/message/messageSources.ts'
import type { Asker } from '../usecases/scans/scanContext.ts'
import type { FindTransaction, TransactionSources } from '../usecases/scans/transaction/transactionSources.ts'
import type { WalletSources } from '../usecases/scans/wallet/walletSources.ts'
import type { MonitorSources } from '../watch/alerts/monitorSources.ts'
import type { SignedSources } from '../watch/signed/readSigned.ts'

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
  /** Its newest block, or why it cannot be read. */
  readiness(chain: Chain, signal: AbortSignal): Promise<PinnedBlock | string>
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
