import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../../chains/index.ts'
import type { BlockOverrides } from '../simulator.ts'

/** Name of the rules a block of that number and Unix time is executed under, as anvil's `--hardfork` spells it. */
export function hardforkAt(chain: Chain, number: bigint, timestamp: bigint): string {
  const fork = NETWORKS[chain].forks.find(({ from }) =>
    'timestamp' in from ? timestamp >= from.timestamp : number >= from.number,
  )
  return fork?.name ?? 'london'
}

/** Most gas one transaction may ask for: 2^24 from Osaka on (EIP-7825), else only the block's limit. */
export function transactionGasCap(hardfork: string): bigint | null {
  return hardfork === 'osaka' ? 16_777_216n : null
}

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
