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

/** Name of the rules that the block after the pinned one is executed under. */
export function rulesOf(block: PinnedBlock, next: { number: bigint; timestamp: bigint } = nextBlock(block)): string {
  return block.rules ?? hardforkAt(block.chain, next.number, next.timestamp)
}

/** The rules in force after the pinned block, and those that come after them: the schedule’s next entry, else the announced fork. */
export function forkAfter(block: PinnedBlock): { current: string; next: string; from: bigint | null } {
  const { forks, nextFork } = NETWORKS[block.chain]
  const current = rulesOf(block)
  const later = forks[forks.findIndex(({ name }) => name === current) - 1]
  const { name, from } = later ?? nextFork
  return { current, next: name, from: from !== null && 'timestamp' in from ? from.timestamp : null }
}

/** Whether anvil 1.7.1 has the rules of a fork. With `--hardfork amsterdam` it panics. */
export function engineHas(fork: string): boolean {
  return fork !== 'amsterdam'
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
