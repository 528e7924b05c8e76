import type { Chain } from '@redoubt/risk/chain.ts'
import type { Log } from '@redoubt/risk/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Address, Hex, PinnedBlock } from '@redoubt/risk/facts.ts'

/** Log filter over a closed block range; topics as in eth_getLogs. */
export type LogFilter = {
  address?: Address[]
  topics?: (Hex | Hex[] | null)[]
  fromBlock: bigint
  toBlock: bigint
  /** Given when the range ends here or earlier: the logs are then cached under this block's hash. */
  pin?: PinnedBlock
}
export type ChainLog = {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: bigint
  transactionHash: Hex
  logIndex: number
  /** Unix seconds, where the node says it. */
  timestamp?: number
}
/** Logs of consecutive blocks, oldest first. A read is taken up again after `toBlock` (before `fromBlock`, newest first). */
export type LogPage = { fromBlock: bigint; toBlock: bigint; logs: ChainLog[] }
export type LogReadOptions = {
  signal?: AbortSignal
  /** Default: oldest first. */
  newestFirst?: boolean
  /** Told after each answer. */
  onProgress?: (progress: { blocks: bigint; of: bigint }) => void
}

/** Who sent a transaction, what to whom, and when it was mined. `to` null: it made a contract. */
export type MinedTransaction = { sender: Address; to: Address | null; data: Hex; blockNumber: bigint }

/** A transaction that a node knows; `mined` is null while it waits. */
export type SentTransaction = {
  hash: Hex
  transaction: Transaction
  mined: { blockNumber: bigint; index: number } | null
}
/** What became of a mined transaction. Logs in order, with `index` within the transaction. */
export type Receipt = { success: boolean; gasUsed: bigint; logs: Log[]; created: Address | null }

/** A movement of the native coin: by a transaction itself, or inside it. */
export type NativePayment = { from: Address; to: Address; value: bigint }
/** A transaction as an index of accounts lists it. `timestamp` in Unix seconds. */
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
/** `oldest`: nothing older is left; `newest`: nothing newer. */
export type ListedPage = { transactions: ListedTransaction[]; oldest: boolean; newest: boolean }

/** `maker` is who ran the creation: a factory, or the sender of a transaction without a receiver. */
export type ContractCreation = { contract: Address; maker: Address; transaction: Hex }

/** The members of a transaction that decide what it touches. */
export type PrefetchCall = {
  from: Address
  to: Address | null
  data: Hex
  value: bigint
  /** Further accounts to read in the same batch. */
  also?: readonly Address[]
}

/**
 * Reads one network. Every read at a block is cached by block hash and shared by all scans; reads made in the same tick
 * travel upstream as one JSON-RPC batch. Throws ApiError UPSTREAM_UNAVAILABLE when no endpoint answers.
 */
export type ChainSource = {
  readonly chain: Chain
  /** The newest block, re-read at most once a second and shared by concurrent scans. */
  head(signal: AbortSignal): Promise<PinnedBlock>
  balance(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<bigint>
  nonce(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<number>
  code(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Hex>
  storage(block: PinnedBlock, address: Address, slot: Hex, signal: AbortSignal): Promise<Hex>
  /** eth_call at the block; null when the call reverts, or needs more than `gas` (default: as much as the node allows). */
  call(
    block: PinnedBlock,
    call: { to: Address; data: Hex; from?: Address; gas?: Hex },
    signal: AbortSignal,
  ): Promise<Hex | null>
  /**
   * A read of a contract that a stranger may have written; null when it reverts or uses up the question's gas. The answer is
   * cut off on the node after `most` bytes. `holdings` travel apart from `words`, what contracts say of themselves: a verdict
   * rests on the former.
   */
  ask(
    block: PinnedBlock,
    question: { to: Address; data: Hex; gas: number; most: number; topic: 'holdings' | 'words' },
    signal: AbortSignal,
  ): Promise<Hex | null>
  /** Code as of an ancestor of the block; null when the node keeps no such state, which is asked again. */
  codeAt(block: PinnedBlock, ancestor: bigint, address: Address, signal: AbortSignal): Promise<Hex | null>
  /** Transactions sent (and EIP-7702 authorisations used) as of an ancestor of the block; null when the node keeps no such state. */
  nonceAt(block: PinnedBlock, ancestor: bigint, address: Address, signal: AbortSignal): Promise<number | null>
  /** Wei as of an ancestor of the block; null when the node keeps no such state. */
  balanceAt(block: PinnedBlock, ancestor: bigint, address: Address, signal: AbortSignal): Promise<bigint | null>
  /** eth_call as of an ancestor of the block; null when it reverts or the node keeps no such state. */
  callAt(
    block: PinnedBlock,
    ancestor: bigint,
    call: { to: Address; data: Hex },
    signal: AbortSignal,
  ): Promise<Hex | null>
  /** All logs of a range, oldest first, however narrow the ranges that endpoints answer. */
  logs(filter: LogFilter, signal: AbortSignal): Promise<ChainLog[]>
  /**
   * The same part by part, for ranges too long to be worth waiting for. Not cached. Stops asking when the signal does, and when
   * nobody reads on.
   */
  logPages(filter: LogFilter, options?: LogReadOptions): AsyncIterable<LogPage>
  /** Hash of a canonical block, for BLOCKHASH. */
  blockHash(blockNumber: bigint, signal: AbortSignal): Promise<Hex>
  /** A canonical block by its number. */
  blockAt(blockNumber: bigint, signal: AbortSignal): Promise<PinnedBlock>
  /** Null when no endpoint knows it: some keep a year of them only. */
  transaction(hash: Hex, signal: AbortSignal): Promise<MinedTransaction | null>
  /** Mined or waiting; null when the endpoint that answers knows none. */
  sentTransaction(hash: Hex, signal: AbortSignal): Promise<SentTransaction | null>
  /** @throws ApiError UPSTREAM_UNAVAILABLE when there is none. */
  receipt(hash: Hex, signal: AbortSignal): Promise<Receipt>
  /** Transactions of a canonical block, in order. */
  transactionsIn(blockNumber: bigint, signal: AbortSignal): Promise<SentTransaction[]>
  /** `debug_traceTransaction`, unread; null when no endpoint offers it or keeps the state. */
  traceTransaction(hash: Hex, tracer: object, signal: AbortSignal): Promise<unknown>
  /** By `ots_getContractCreator` (Erigon, Reth, anvil); null when no endpoint offers it or it knows nothing. */
  contractCreator(address: Address, signal: AbortSignal): Promise<ContractCreation | null>
  /**
   * What touched an account, newest first, in blocks before or after one, by `ots_searchTransactions…` (Erigon, anvil): about
   * `size`, whole blocks. Null when no endpoint offers it.
   */
  accountTransactions(
    address: Address,
    part: { before: bigint } | { after: bigint },
    size: number,
    signal: AbortSignal,
  ): Promise<ListedPage | null>
  /** Movements of the native coin by and inside a transaction, by `ots_getInternalOperations`; null when nobody offers it. */
  paymentsBy(hash: Hex, signal: AbortSignal): Promise<NativePayment[] | null>
  /** The same of a whole block, in order, by `trace_block`; null when no endpoint offers it. */
  paymentsIn(blockNumber: bigint, signal: AbortSignal): Promise<(NativePayment & { transaction: Hex })[] | null>
  /**
   * Contracts made in a block: all of them where an endpoint offers `trace_block`, else those that transactions without a
   * receiver made; null when no endpoint gives receipts by block either.
   */
  creationsIn(blockNumber: bigint, signal: AbortSignal): Promise<ContractCreation[] | null>
  /**
   * Warms the cache with what a transaction is going to touch: an upstream trace or access list, then one batch.
   * Never throws for lack of support or data: reads that were not warmed are simply made later.
   */
  prefetch(block: PinnedBlock, transaction: PrefetchCall, signal: AbortSignal): Promise<void>
  /** Null when an endpoint answers with the right chain id; else why not. */
  readiness(signal: AbortSignal): Promise<string | null>
  close(): Promise<void>
}
