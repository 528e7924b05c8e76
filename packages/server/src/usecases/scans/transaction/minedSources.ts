import type { Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ScanOwner } from '../scanContext.ts'
import type { TransactionSources } from './transactionSources.ts'

/** A transaction that a network knows, and what a scan of it reads. */
export type KnownTransaction = {
  transaction: Transaction
  /** Null while it waits to be mined. */
  mined: { blockNumber: bigint; index: number } | null
  /** Of the head for one that waits, of its own place in its block for a mined one. */
  sources: TransactionSources
  /** How what it did is known; of a mined one, once it was simulated. */
  outcome(signal: AbortSignal): Promise<{ success: boolean; gasUsed: bigint; source: 'trace' | 'replay' | 'receipt' }>
}

/** Looks a transaction up on one network. Null when it does not know it; rejects when no endpoint answers. */
export type FindTransaction = (hash: Hex, signal: AbortSignal) => Promise<KnownTransaction | null>

/**
 * Where a transaction may be: the network, or, for null, every one that the environment offers.
 * @throws ApiError VALIDATION_ERROR for a network that it does not offer.
 */
export type FindersFor = (owner: ScanOwner, chain: Chain | null) => Promise<ReadonlyMap<Chain, FindTransaction>>
