import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts.ts'
import type { BlockOverrides } from '../simulator.ts'

/** Seconds between blocks, rounded up to what a header can say. */
const BLOCK_SECONDS: Record<Chain, bigint> = { ethereum: 12n, bsc: 1n, polygon: 2n }
/** EIP-1559 base fee change denominator; bor raised it to 64 (PIP-58). BSC keeps its base fee at zero. */
const CHANGE_DENOMINATOR: Record<Chain, bigint> = { ethereum: 8n, bsc: 8n, polygon: 64n }
const ELASTICITY = 2n

/** Fields of the block after the pinned one, where the transaction would be included. */
export function nextBlock(block: PinnedBlock, overrides: BlockOverrides = {}): Required<BlockOverrides> {
  return {
    number: block.number + 1n,
    timestamp: block.timestamp + BLOCK_SECONDS[block.chain],
    baseFeePerGas: nextBaseFee(block),
    gasLimit: block.gasLimit,
    coinbase: block.coinbase,
    prevRandao: block.prevRandao,
    ...overrides,
  }
}

/** The fields after so many seconds of ordinary blocks. */
export function laterBlock(chain: Chain, fields: Required<BlockOverrides>, seconds: bigint): Required<BlockOverrides> {
  return {
    ...fields,
    number: fields.number + seconds / BLOCK_SECONDS[chain],
    timestamp: fields.timestamp + seconds,
  }
}

/** The fields so many blocks further on. */
export function laterBlocks(chain: Chain, fields: Required<BlockOverrides>, blocks: bigint): Required<BlockOverrides> {
  return laterBlock(chain, fields, blocks * BLOCK_SECONDS[chain])
}

/** EIP-1559. Without `gasUsed` the base fee is taken to stay. */
export function nextBaseFee(block: PinnedBlock): bigint {
  const { baseFeePerGas: base, gasUsed } = block
  const target = block.gasLimit / ELASTICITY
  if (gasUsed === undefined || target === 0n || base === 0n || gasUsed === target) return base
  const denominator = CHANGE_DENOMINATOR[block.chain]
  if (gasUsed < target) return base - (base * (target - gasUsed)) / target / denominator
  const rise = (base * (gasUsed - target)) / target / denominator
  return base + (rise > 1n ? rise : 1n)
}
