import type { Chain } from '../../risk/chain.ts'
import type { PinnedBlock } from '../../risk/facts.ts'
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
    // Some nodes of proof-of-authority chains leave mixHash out.
    prevRandao: block.mixHash == null ? `0x${'00'.repeat(32)}` : readHash(block.mixHash, 'mixHash'),
  }
}
