import { NETWORKS } from '../../../chains/index.ts'
import { MAX_WEI } from '../admission.ts'
import { OTHER_COINBASES, SOME_BUILDERS } from '../environments/otherCoinbases.ts'
import { madeUpWord } from '../madeUp.ts'
import type { PreparedRun } from '../prepareRun.ts'
import type { Leaf } from './leaf.ts'

const TEN_YEARS = 10n * 365n * 86_400n
/** Wei per gas. */
const MAX_PRICE = 10n ** 14n
const MAX_BLOCK_GAS = 2n ** 53n
const MIN_GAS = 21_000n
const ETHER = 10n ** 18n
const FEW = 16n

/** Whether a block, or a sender, may have such a value: code compares with much that is none. */
export function isPlausible(leaf: Leaf, value: bigint, { next, gasLimit }: PreparedRun): boolean {
  switch (leaf) {
    case 'TIMESTAMP':
      return value > next.timestamp && value <= next.timestamp + TEN_YEARS
    case 'NUMBER':
      return value > next.number && value <= next.number + TEN_YEARS
    case 'COINBASE':
      return value < 1n << 160n && value > FEW
    case 'COINBASE.code':
      return true
    case 'PREVRANDAO':
      return value < 1n << 256n
    case 'GASLIMIT':
      return value >= MIN_GAS && value <= MAX_BLOCK_GAS
    case 'BASEFEE':
    case 'BLOBBASEFEE':
    case 'GASPRICE':
      return value <= MAX_PRICE
    case 'GAS':
      return value >= MIN_GAS && value <= gasLimit * 64n
    case 'COINBASE.balance':
    case 'SENDER.balance':
      return value <= MAX_WEI / 4n
    default:
      return false
  }
}

/** A value to try. `sample`: its number among those made up, which are not told by their value. */
export type Tried = { value: bigint; sample?: number }

/** Made-up randomness: of code that takes in one block of eight, a fifth is missed by these and the fixed environments. */
const RANDOM_SAMPLES = 12
const FEW_SAMPLES = 2
const BUILDER_SAMPLES = 3

/**
 * A few ordinary values, for branches that cannot be solved for what they ask, and others made up for this block and input:
 * code that knows the ordinary ones, by their hashes, would be fair to all of them.
 */
export function spreadOf(leaf: Leaf, run: PreparedRun): Tried[] {
  const { block, source } = run
  const sample = (count: number, made: (word: bigint) => bigint): Tried[] =>
    Array.from({ length: count }, (_, index) => ({
      value: made(BigInt(madeUpWord(block, 'sample', leaf, String(index), source.to ?? '', source.data))),
      sample: index + 1,
    }))
  return [...ordinary(leaf, run).map((value) => ({ value })), ...samplesOf(leaf, run, sample)]
}

function samplesOf(
  leaf: Leaf,
  { block, next, fees }: PreparedRun,
  sample: (count: number, made: (word: bigint) => bigint) => Tried[],
): Tried[] {
  switch (leaf) {
    case 'COINBASE':
      return sample(BUILDER_SAMPLES, (word) => word >> 96n)
    case 'PREVRANDAO':
      return NETWORKS[block.chain].randomness === 'random' ? sample(RANDOM_SAMPLES, (word) => word) : []
    case 'GASLIMIT':
      return sample(FEW_SAMPLES, (word) => next.gasLimit - (word % (next.gasLimit / 1_024n + 1n)))
    case 'BASEFEE':
      return sample(FEW_SAMPLES, (word) => next.baseFeePerGas + (word % (next.baseFeePerGas + 1_000n)))
    case 'BLOBBASEFEE':
      return sample(FEW_SAMPLES, (word) => word % 10n ** 10n)
    case 'GASPRICE':
      return sample(FEW_SAMPLES, (word) => fees.cap + (word % (fees.cap + 1_000n)))
    case 'COINBASE.balance':
    case 'SENDER.balance':
      return sample(FEW_SAMPLES, (word) => word % (100n * ETHER))
    default:
      return []
  }
}

function ordinary(leaf: Leaf, { block, next, fees }: PreparedRun): bigint[] {
  switch (leaf) {
    case 'COINBASE':
      return [...SOME_BUILDERS, ...OTHER_COINBASES.slice(1)].map(BigInt)
    case 'COINBASE.code':
      return [0n, 1n]
    case 'PREVRANDAO':
      // A difficulty, elsewhere.
      return NETWORKS[block.chain].randomness === 'random' ? [] : [1n, 2n]
    case 'GASLIMIT':
      return [30_000_000n, 36_000_000n, 60_000_000n]
    case 'BASEFEE':
      return [next.baseFeePerGas + 1n, next.baseFeePerGas * 2n, next.baseFeePerGas / 2n]
    case 'BLOBBASEFEE':
      return [1n, 10n ** 9n, 10n ** 11n]
    case 'GASPRICE':
      return [fees.cap + 1n, fees.cap * 2n]
    case 'COINBASE.balance':
      return [0n, 1n, 1_000n * ETHER]
    case 'SENDER.balance':
      return [0n, ETHER]
    default:
      return []
  }
}
