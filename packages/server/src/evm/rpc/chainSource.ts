import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { EndpointAgreement } from '@redoubt/risk/engine/endpointAgreement.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'

/** Log filter over a closed block range; topics as in eth_getLogs. */
export type LogFilter = {
  address?: Address[]
  topics?: (Hex | Hex[] | null)[]
  fromBlock: bigint
  toBlock: bigint
  /** Given when the range ends at this block or earlier: the logs are then cached under its hash. */
  pin?: PinnedBlock
}
export type ChainLog = {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: bigint
  transactionHash: Hex
  logIndex: number
  /** Unix seconds, where the node gives it. */
  timestamp?: number
}
/** Logs of consecutive blocks, oldest first. A read resumes after `toBlock` (before `fromBlock`, newest first). */
export type LogPage = { fromBlock: bigint; toBlock: bigint; logs: ChainLog[] }
export type LogReadOptions = {
  signal?: AbortSignal
  /** Default: oldest first. */
  newestFirst?: boolean
  /** Called after each answer. */
  onProgress?: (progress: { blocks: bigint; of: bigint }) => void
}

/** Sender, receiver, call data and block of a mined transaction. `to` null: it created a contract. */
export type MinedTransaction = { sender: Address; to: Address | null; data: Hex; blockNumber: bigint }

/** A transaction that a node knows; `mined` is null while it waits. */
export type SentTransaction = {
  hash: Hex
  transaction: Transaction
  mined: { blockNumber: bigint; index: number } | null
}
/** Outcome of a mined transaction. Logs in order, with `index` within the transaction. */
export type Receipt = { success: boolean; gasUsed: bigint; logs: Log[]; created: Address | null }

/** A movement of the native coin: by a transaction itself, or inside it. */
export type NativePayment = { from: Address; to: Address; value: bigint }
/** A transaction as an account index lists it. `timestamp` in Unix seconds. */
export type ListedTransaction = {
  hash: Hex
  blockNumber: bigint
  timestamp: number | null
  from: Address
  to: Address | null
  value: bigint
  data: Hex
  success: boolean | null
}
/** `oldest`: no older transactions exist; `newest`: no newer ones. */
export type ListedPage = { transactions: ListedTransaction[]; oldest: boolean; newest: boolean }

/** `maker` is the account that ran the creation: a factory, or the sender of a transaction without a receiver. */
export type ContractCreation = { contract: Address; maker: Address; transaction: Hex }

/** The members of a transaction that decide which state it touches. */
export type PrefetchCall = {
  from: Address
  to: Address | null
  data: Hex
  value: bigint
  /** Further accounts to read in the same batch. */
  also?: readonly Address[]
}

/** One value of a block's state. */
export type StateRead = { address: Address } & ({ kind: 'balance' | 'nonce' | 'code' } | { kind: 'storage'; slot: Hex })

/**
 * Reads one network. Every read at a block is cached by block hash and shared by all scans; reads made in the same tick
 * travel upstream as one JSON-RPC batch. Throws NetworkUnavailable when no endpoint answers.
 */
export type ChainSource = {
  readonly chain: Chain
  /** The newest block, re-read at most once a second and shared by concurrent scans. */
  head(signal: AbortSignal): Promise<PinnedBlock>
  balance(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<bigint>
  nonce(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<number>
  code(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Hex>
  storage(block: PinnedBlock, address: Address, slot: Hex, signal: AbortSignal): Promise<Hex>
  /** A value that is kept already, in the cache's canonical hex; undefined: it would be read upstream. */
  known(block: PinnedBlock, read: StateRead): Hex | undefined
  /**
   * Reads values into the cache, all in one message where the endpoint takes it. Never rejects: what was not read is read when it is asked
   * for. It is not what a scan has read (`wordsRead`).
   */
  readAhead(block: PinnedBlock, reads: readonly StateRead[], signal: AbortSignal): Promise<void>
  /** Words of storage of an account that were read at the block so far, by the engine too; null: not all of them are kept. */
  wordsRead(block: PinnedBlock, address: Address): ReadonlyMap<Hex, Hex> | null
  /** eth_call at the block; null when the call reverts, or needs more than `gas` (default: as much as the node allows). */
  call(
    block: PinnedBlock,
    call: { to: Address; data: Hex; from?: Address; gas?: Hex },
    signal: AbortSignal,
  ): Promise<Hex | null>
  /**
   * Reads an untrusted contract; null when it reverts or uses up the question's gas. The node cuts the answer off after `max`
   * bytes. `holdings`, which verdicts rest on, travel apart from `words`, which contracts say about themselves.
   */
  ask(
    block: PinnedBlock,
    question: { to: Address; data: Hex; gas: number; max: number; topic: 'holdings' | 'words' },
    signal: AbortSignal,
  ): Promise<Hex | null>
  /** Code at an ancestor of the block; null when the node keeps no such state. Null is not cached. */
  codeAt(block: PinnedBlock, ancestor: bigint, address: Address, signal: AbortSignal): Promise<Hex | null>
  /** Transactions sent (and EIP-7702 authorisations used) at an ancestor of the block; null when the node keeps no such state. */
  nonceAt(block: PinnedBlock, ancestor: bigint, address: Address, signal: AbortSignal): Promise<number | null>
  /** Wei at an ancestor of the block; null when the node keeps no such state. */
  balanceAt(block: PinnedBlock, ancestor: bigint, address: Address, signal: AbortSignal): Promise<bigint | null>
  /** eth_call at an ancestor of the block; null when it reverts or the node keeps no such state. */
  callAt(
    block: PinnedBlock,
    ancestor: bigint,
    call: { to: Address; data: Hex },
    signal: AbortSignal,
  ): Promise<Hex | null>
  /** All logs of a range, oldest first, however narrow the ranges are that endpoints answer. */
  logs(filter: LogFilter, signal: AbortSignal): Promise<ChainLog[]>
  /**
   * The same in pages, for ranges too long to wait for. Not cached. Stops when the signal does, or when its consumer stops
   * reading.
   */
  logPages(filter: LogFilter, options?: LogReadOptions): AsyncIterable<LogPage>
  /** Hash of a canonical block, for BLOCKHASH. */
  blockHash(blockNumber: bigint, signal: AbortSignal): Promise<Hex>
  /** A canonical block by its number. */
  blockAt(blockNumber: bigint, signal: AbortSignal): Promise<PinnedBlock>
  /** Null when no endpoint knows it: some keep transactions for only a year. */
  transaction(hash: Hex, signal: AbortSignal): Promise<MinedTransaction | null>
  /** Mined or pending; null when the answering endpoint does not know it. */
  sentTransaction(hash: Hex, signal: AbortSignal): Promise<SentTransaction | null>
  /** @throws NetworkUnavailable when there is no receipt. */
  receipt(hash: Hex, signal: AbortSignal): Promise<Receipt>
  /** Transactions of a canonical block, in order. */
  transactionsIn(blockNumber: bigint, signal: AbortSignal): Promise<SentTransaction[]>
  /** Raw result of `debug_traceTransaction`; null when no endpoint offers it or keeps the state. */
  traceTransaction(hash: Hex, tracer: object, signal: AbortSignal): Promise<unknown>
  /** By `ots_getContractCreator` (Erigon, Reth, anvil); null when no endpoint offers it or it knows nothing. */
  contractCreator(address: Address, signal: AbortSignal): Promise<ContractCreation | null>
  /**
   * Transactions that touched an account, newest first, in blocks before or after one, by `ots_searchTransactions…` (Erigon,
   * anvil): about `size`, in whole blocks. Null when no endpoint offers it.
   */
  accountTransactions(
    address: Address,
    part: { before: bigint } | { after: bigint },
    size: number,
    signal: AbortSignal,
  ): Promise<ListedPage | null>
  /** Movements of the native coin by and inside a transaction, by `ots_getInternalOperations`; null when no endpoint offers it. */
  paymentsBy(hash: Hex, signal: AbortSignal): Promise<NativePayment[] | null>
  /** The same for a whole block, in order, by `trace_block`; null when no endpoint offers it. */
  paymentsIn(blockNumber: bigint, signal: AbortSignal): Promise<(NativePayment & { transaction: Hex })[] | null>
  /**
   * Contracts created in a block: all of them where an endpoint offers `trace_block`, else those created by transactions without
   * a receiver; null when no endpoint gives receipts by block either.
   */
  creationsIn(blockNumber: bigint, signal: AbortSignal): Promise<ContractCreation[] | null>
  /**
   * Warms the cache with the state that a transaction will touch: an upstream trace or access list, then one batch. Never throws
   * for lack of support or data: missing reads are made later.
   */
  prefetch(block: PinnedBlock, transaction: PrefetchCall, signal: AbortSignal): Promise<void>
  /**
   * What other endpoints say of the state that was read at the block so far. Never rejects.
   * @param concerns whether the asker relies on an account.
   */
  agreement(
    block: PinnedBlock,
    concerns: (address: Address) => boolean,
    signal: AbortSignal,
  ): Promise<EndpointAgreement>
  /** The newest block of an endpoint with the right chain id; else why there is none. */
  readiness(signal: AbortSignal): Promise<PinnedBlock | string>
  close(): Promise<void>
}
