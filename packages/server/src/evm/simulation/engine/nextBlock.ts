import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../../chains/index.ts'
import type { BlockOverrides } from '../simulator.ts'

/** Fields of the block after the pinned one, where the transaction would be included. */
export function nextBlock(block: PinnedBlock, overrides: BlockOverrides = {}): Required<BlockOverrides> {
  return {
    number: block.number + 1n,
    timestamp: block.timestamp + NETWORKS[block.chain].blocks.seconds,
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
    number: fields.number + seconds / NETWORKS[chain].blocks.seconds,
    timestamp: fields.timestamp + seconds,
  }
}

/** The fields so many blocks further on. */
export function laterBlocks(chain: Chain, fields: Required<BlockOverrides>, blocks: bigint): Required<BlockOverrides> {
  return laterBlock(chain, fields, blocks * NETWORKS[chain].blocks.seconds)
}

/** EIP-1559. Without `gasUsed` the base fee is taken to stay. */
export function nextBaseFee(block: PinnedBlock): bigint {
  const { baseFeePerGas: base, gasUsed } = block
  const { baseFeeChangeDenominator: denominator, elasticity } = NETWORKS[block.chain].fees
  const target = block.gasLimit / elasticity
  if (gasUsed === undefined || target === 0n || base === 0n || gasUsed === target) return base
  if (gasUsed < target) return base - (base * (target - gasUsed)) / target / denominator
  const rise = (base * (gasUsed - target)) / target / denominator
  return base + (rise > 1n ? rise : 1n)
}
