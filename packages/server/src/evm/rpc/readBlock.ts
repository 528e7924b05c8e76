import type { Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { readAddress, readHash, readObject, readQuantity } from './rpcValues.ts'

/** A block header as eth_getBlockBy… answers it. A null block is the endpoint's failure: we only ask for existing ones. */
export function readBlock(chain: Chain, value: unknown): PinnedBlock {
  const block = readObject(value, 'block')
  return {
    chain,
    number: readQuantity(block.number, 'block number'),
    hash: readHash(block.hash, 'block hash'),
    timestamp: readQuantity(block.timestamp, 'block timestamp'),
    // Chains and blocks before EIP-1559 have none: there the base fee is zero.
    baseFeePerGas: block.baseFeePerGas == null ? 0n : readQuantity(block.baseFeePerGas, 'base fee'),
    gasLimit: readQuantity(block.gasLimit, 'block gas limit'),
    gasUsed: readQuantity(block.gasUsed, 'block gas used'),
    coinbase: readAddress(block.miner, 'block miner'),
    prevRandao: readRandomness(block.mixHash, block.difficulty),
    ...(block.excessBlobGas != null && { excessBlobGas: readQuantity(block.excessBlobGas, 'excess blob gas') }),
    ...(block.blobGasUsed != null && { blobGasUsed: readQuantity(block.blobGasUsed, 'blob gas used') }),
  }
}

/**
 * What the PREVRANDAO opcode reads: the difficulty where a block has one, as on Ethereum before EIP-4399 (whose mixHash
 * belongs to the proof of work) and on chains of a proof of authority (BSC, whose mixHash tells milliseconds, and Polygon).
 */
function readRandomness(mixHash: unknown, value: unknown): Hex {
  const difficulty = value == null ? 0n : readQuantity(value, 'difficulty')
  if (difficulty > 0n) return `0x${difficulty.toString(16).padStart(64, '0')}`
  return mixHash == null ? NOTHING : readHash(mixHash, 'mixHash')
}

const NOTHING: Hex = `0x${'00'.repeat(32)}`
