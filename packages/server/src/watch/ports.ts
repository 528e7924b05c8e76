import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Environment } from '../domain/environment.ts'
import type { NewEvent } from '../domain/event.ts'
import type { InternalTransferCoverage, MonitorSettings, SkippedBlocks, StoredStatus } from '../domain/monitor.ts'
import type { SignedOwner, SignedPermission, WatchedPermission } from '../domain/signedPermission.ts'

/** Signed words of an account that code may run in its place (EIP-7702); `chainId` 0: on every network. */
export type WatchedAuthorization = { chainId: bigint; address: Address; nonce: bigint; yParity: number; r: Hex; s: Hex }
export type WatchedTransaction = {
  hash: Hex
  from: Address
  to: Address | null
  nonce: bigint
  value: bigint
  input: Hex
  authorizations?: WatchedAuthorization[]
}
export type WatchedLog = { address: Address; topics: Hex[]; data: Hex; transactionHash: Hex; logIndex: number }

/** Coins that a call inside a transaction moved; `path` is the call's place in it. */
export type InternalTransfer = { transactionHash: Hex; from: Address; to: Address; value: bigint; path: string }

/** A canonical block with the confirmations it needs, whole: logs in order, and checked against its bloom. Timestamp in Unix seconds. */
export type WatchedBlock = {
  chain: Chain
  environment: Environment
  number: bigint
  hash: Hex
  parentHash: Hex
  timestamp: bigint
  transactions: WatchedTransaction[]
  logs: WatchedLog[]
  /** Coins that moved inside of transactions; empty where no monitor wants them, or no endpoint can trace them. */
  inside?: InternalTransfer[]
}

/** What a block means to those who watch: the events are written in the transaction that moves the watcher past the block. */
export type JudgeBlock = (block: WatchedBlock, signal: AbortSignal) => Promise<NewEvent[]>
/** Whether any monitor wants coins that move inside of transactions of a chain. */
export type WantsInternalTransfers = (where: Pick<WatchedBlock, 'chain' | 'environment'>) => Promise<boolean>

/** What the watcher follows of a block. Timestamp in Unix seconds. */
export type BlockHeader = { number: bigint; hash: Hex; parentHash: Hex; timestamp: bigint }

/** A chain as one watcher follows it. `instance` tells sandboxes apart, since each is a chain of its own; empty: the real network. */
export type WatchedChain = { chain: Chain; environment: Environment; instance: string }

/** The watcher has been overtaken: it leads no more, or the chain stands elsewhere than it believes. */
export class LeadershipLost extends Error {
  constructor() {
    super('Another process leads this watcher now, or moved it.')
    this.name = 'LeadLost'
  }
}

/** A block that was left behind, by number and hash. */
export type BlockMark = { number: bigint; hash: Hex }

/** Stored state of each watched chain: how far its blocks were judged, and the hashes that prove it. */
export type WatchStore = {
  /**
   * Takes or renews the lead of a chain, which ends by itself after `leaseMs`.
   * @returns Whether `node` leads.
   */
  lead(watched: WatchedChain, node: string, now: number, leaseMs: number): Promise<boolean>
  /** Gives the lead back. */
  release(watched: WatchedChain, node: string): Promise<void>
  /** The blocks judged last, oldest first, consecutive; empty: it was never watched. */
  load(watched: WatchedChain): Promise<BlockMark[]>
  /** Goes on after a block whose predecessors are never judged: `skippedBlocks` of them, when others were. @throws LeadershipLost */
  begin(watched: WatchedChain, node: string, block: BlockMark, skippedBlocks?: SkippedBlocks): Promise<void>
  /** Returns how far it is, for the status that watchers see; null: it is not watched. */
  status(watched: WatchedChain): Promise<StoredStatus | null>
  /**
   * Moves past a block: its events and their deliveries are written with it or not at all. Marks below `keepFrom` go.
   * @returns How many deliveries are due.
   * @throws LeadershipLost when this is not the child of the last block, or `node` leads no more.
   */
  advance(
    watched: WatchedChain,
    node: string,
    step: {
      block: BlockMark
      parentHash: Hex
      events: readonly NewEvent[]
      keepFrom: bigint
      /** Null: not wanted. Left out: there was nothing to be seen. */
      inside?: InternalTransferCoverage | null
    },
  ): Promise<number>
  /**
   * Goes back to an ancestor. Events of the blocks after it are withdrawn, unless a delivery of theirs was attempted: what
   * is told stays told.
   * @returns How many were withdrawn.
   * @throws LeadershipLost
   */
  rollBack(watched: WatchedChain, node: string, to: BlockMark): Promise<number>
  /** No monitor is left: what happens until there is one again is not reported. */
  forget(watched: WatchedChain, node: string): Promise<void>
}

/** Permissions that monitored wallets signed, as far as they were scanned here. Times are Unix milliseconds. */
export type SignedPermissions = {
  /** Settings of the account's monitor of the wallet; null: it has none. */
  settingsOf(owner: SignedOwner): Promise<MonitorSettings | null>
  /**
   * Watches them from now on, where the account monitors approvals of the wallet; see `joinedPermission` for what is watched already.
   * @returns How many joined, and for how many there was no room.
   */
  join(
    owner: SignedOwner,
    permissions: readonly SignedPermission[],
    dueAt: number,
  ): Promise<{ joined: number; leftOut: number }>
  /** Takes permissions that are due, so that no other process does until `leaseMs` are over. */
  lease(now: number, leaseMs: number, limit: number): Promise<WatchedPermission[]>
  /**
   * Writes what is known from now on with the events that tell of it, all or nothing; `next` null: it is no longer watched. Where another process
   * settled it since it was leased, nothing is written.
   * @param was as it was leased.
   * @returns How many deliveries are due.
   */
  settle(
    was: WatchedPermission,
    outcome: { events: readonly NewEvent[]; next: SignedPermission | null; dueAt: number },
  ): Promise<number>
}

export type { Watcher, WatchRows } from './chain/watcher.ts'
export type { NotifiedScores, WatchedEntity } from './rescore/notified.ts'

type WholeBlock = Omit<WatchedBlock, 'chain' | 'environment' | 'inside'>

/** A chain, block by block. Reads reject while no endpoint answers what can be believed. */
export type BlockSource = {
  /** The newest block of the endpoint that is preferred; of `everyone`, the highest. */
  newest(everyone: boolean, signal: AbortSignal): Promise<BlockHeader>
  headerAt(number: bigint, signal: AbortSignal): Promise<BlockHeader>
  /** The blocks from `from` up to the header's parent, oldest first, each the parent of the next. */
  ancestors(header: BlockHeader, from: bigint, signal: AbortSignal): Promise<BlockHeader[]>
  whole(header: BlockHeader, signal: AbortSignal): Promise<WholeBlock>
  /** Coins that moved inside of its transactions. Never an error, and soon. */
  inside(
    block: WholeBlock,
    signal: AbortSignal,
  ): Promise<InternalTransfer[] | Exclude<InternalTransferCoverage, 'seen'>>
}
