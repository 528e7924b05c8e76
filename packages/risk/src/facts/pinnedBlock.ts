import type { Address, Hex } from '../address.ts'
import type { Chain } from '../chain.ts'

/** The block that every fact of one scan is read at. */
export type PinnedBlock = {
  chain: Chain
  number: bigint
  hash: Hex
  /** Unix seconds. */
  timestamp: bigint
  baseFeePerGas: bigint
  gasLimit: bigint
  coinbase: Address
  prevRandao: Hex
  /** Gas the block used, for the next block's base fee (EIP-1559); unknown for hand-made pins. */
  gasUsed?: bigint
  /** EIP-4844: what the next block's blob base fee follows from; unknown before Cancun and for hand-made pins. */
  excessBlobGas?: bigint
  blobGasUsed?: bigint
  /** Name of the fork whose rules the next block is executed under; absent: those of its time. */
  rules?: string
}
