import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { isDelegation } from '../rpc/rpcValues.ts'
import type { Fees } from './engine/engineTransaction.ts'
import { transactionGasCap } from './engine/hardfork.ts'
import type { BlockOverrides } from './simulator.ts'

export type SenderState = { balance: bigint; nonce: bigint; code: `0x${string}` }

/** Added to the next base fee when the transaction names no fee. */
const DEFAULT_TIP = 1_000_000_000n
/** Gas of the simplest transaction. */
export const TRANSFER_GAS = 21_000n

/** The fees the transaction names, else the next block's base fee and one gwei. */
export function offeredFees(transaction: Transaction, baseFee: bigint): Fees {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (maxFeePerGas !== undefined) return { cap: maxFeePerGas, tip: maxPriorityFeePerGas ?? 0n }
  if (maxPriorityFeePerGas !== undefined) return { cap: 2n * baseFee + maxPriorityFeePerGas, tip: maxPriorityFeePerGas }
  return { cap: gasPrice ?? baseFee + DEFAULT_TIP, tip: null }
}

/** Why the next block cannot include the transaction, or null. The engine's traced calls check none of this. */
export function rejectionReason(
  transaction: Transaction,
  sender: SenderState,
  next: Required<BlockOverrides>,
  fees: Fees,
  hardfork: string,
): string | null {
  const { nonce, gas } = transaction
  if (nonce !== undefined && nonce < sender.nonce)
    return `nonce too low: ${nonce} was already used, the next one is ${sender.nonce}`
  if (fees.cap < next.baseFeePerGas)
    return `fee too low: ${fees.cap} wei per gas offered, the next block asks for ${next.baseFeePerGas}`
  if (fees.tip !== null && fees.tip > fees.cap) return 'the priority fee is higher than the maximum fee'
  if (gas !== undefined && gas > next.gasLimit) return `gas limit ${gas} is above the block's ${next.gasLimit}`
  const gasCap = transactionGasCap(hardfork)
  if (gas !== undefined && gasCap !== null && gas > gasCap)
    return `gas limit ${gas} is above the ${gasCap} that one transaction may ask for (EIP-7825)`
  const blobs = blobReason(transaction, hardfork)
  if (blobs !== null) return blobs
  if (sender.code !== '0x' && !isDelegation(sender.code)) return 'the sender is a contract (EIP-3607)'
  return null
}

/** Blobs that one transaction may have: as many as a block since EIP-7691, six of them since EIP-7594. */
const MAX_BLOBS: Readonly<Record<string, number>> = { cancun: 6, prague: 9, osaka: 6 }
/** First byte of a versioned hash of a KZG commitment. */
const KZG_VERSION = '0x01'

/** Returns the obstacle to a transaction with blobs (EIP-4844). */
export function blobReason(
  { to, blobVersionedHashes, maxFeePerBlobGas }: Transaction,
  hardfork: string,
): string | null {
  if (blobVersionedHashes === undefined && maxFeePerBlobGas === undefined) return null
  const max = MAX_BLOBS[hardfork] ?? 0
  const count = blobVersionedHashes?.length ?? 0
  if (max === 0) return 'the network has no blob transactions yet (EIP-4844)'
  if (count === 0) return 'a blob transaction has at least one blob (EIP-4844)'
  if (count > max) return `${count} blobs are more than the ${max} that one transaction may have`
  if (to === null) return 'a blob transaction creates no contract (EIP-4844)'
  if (blobVersionedHashes?.some((hash) => !hash.startsWith(KZG_VERSION)))
    return 'a blob’s versioned hash begins with 0x01 (EIP-4844)'
  return null
}

const GAS_PER_BLOB = 131_072n

/** Wei that the sender must have for blobs, besides gas and value; nothing where no fee is named. */
export function maxForBlobs({ blobVersionedHashes, maxFeePerBlobGas }: Transaction): bigint {
  return BigInt(blobVersionedHashes?.length ?? 0) * GAS_PER_BLOB * (maxFeePerBlobGas ?? 0n)
}

/** No account can hold more wei, and no sum the engine makes may exceed it. */
export const MAX_WEI = 2n ** 256n - 1n

/** Why no balance could ever pay for value and fees, or null. */
export function unpayableReason(transaction: Transaction, fees: Fees): string | null {
  const { value, gas } = transaction
  if (value + maxForBlobs(transaction) + (gas ?? TRANSFER_GAS) * fees.cap <= MAX_WEI) return null
  return 'insufficient funds: value and fees come to more than any account can hold'
}

/**
 * Fees the next block accepts, at most `max` per gas, for the run that shows what a transaction with unacceptable ones
 * would do.
 */
export function acceptableFees(fees: Fees, baseFee: bigint, max = MAX_WEI): Fees {
  if (fees.cap >= baseFee && fees.cap <= max && (fees.tip === null || fees.tip <= fees.cap)) return fees
  return { cap: baseFee + DEFAULT_TIP, tip: null }
}

/** Highest gas limit the engine is given: the fork's, the block's and ours. */
export function gasCeiling(block: PinnedBlock, hardfork: string, cap: bigint): bigint {
  const candidates = [cap, block.gasLimit, transactionGasCap(hardfork) ?? cap]
  return candidates.reduce((least, candidate) => (candidate < least ? candidate : least))
}
