import type { Address, Hex } from '../address.ts'

/** Origin of a contract, by explorers, verification services or the chain itself. */
export type Provenance = {
  /** Null: no service could be asked, or one that might have it gave no answer. False: none of `asked` has its source. */
  verified: boolean | null
  /** The services that answered. */
  asked: string[]
  /** Services that gave no answer, each with the reason: `Etherscan: over its rate limit`. */
  unavailable: string[]
  /** Sourcify, Etherscan, Blockscout; null when not verified. */
  verifiedBy: string | null
  name: string | null
  compiler: string | null
  abi: readonly unknown[] | null
  /** Sender of the creating transaction. */
  creator: Address | null
  /** The contract that ran the creation, where a source says that it was not the creator's own transaction. */
  factory: Address | null
  createdAt: number | null
  /** It existed by then: set when `createdAt` is unknown because no node keeps state that old. */
  createdBefore: number | null
  creationBlock: bigint | null
  creationTransaction: Hex | null
  /** `ots_getContractCreator`, `code in old state`, or the service's name. */
  creationBy: string | null
}
