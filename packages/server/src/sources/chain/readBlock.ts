import type { Chain } from '../../risk/chain.ts'
import type { Hex, PinnedBlock } from '../../risk/facts.ts'
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
  }
}

/**
 * What the PREVRANDAO opcode reads. Chains of a proof of authority (BSC, Polygon) have no mixHash, or one of zeros, and
 * the opcode reads the difficulty there, as it did before EIP-4399: 1 or 2.
 */
function readRandomness(mixHash: unknown, difficulty: unknown): Hex {
  const mixed = mixHash == null ? NOTHING : readHash(mixHash, 'mixHash')
  if (mixed !== NOTHING || difficulty == null) return mixed
  return `0x${readQuantity(difficulty, 'difficulty').toString(16).padStart(64, '0')}`
}

const NOTHING: Hex = `0x${'00'.repeat(32)}`
