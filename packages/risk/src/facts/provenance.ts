import type { Address, Hex } from '../facts.ts'

/** What explorers and verification services, or the chain itself, say of where a contract comes from. */
export type Provenance = {
  /** Null: no service could be asked, or one that might have it gave no answer. False: none of `asked` has its source. */
  verified: boolean | null
  /** The services that answered. */
  asked: string[]
  /** What was asked and gave no answer, each with why: `Etherscan: over its rate limit`. */
  unavailable: string[]
  /** Sourcify, Etherscan, Blockscout; null when not verified. */
  verifiedBy: string | null
  name: string | null
  compiler: string | null
  abi: readonly unknown[] | null
  /** Sent the transaction that made it. */
  creator: Address | null
  /** The contract that ran the creation, where it was not the creator's own transaction and somebody says so. */
  factory: Address | null
  createdAt: number | null
  /** It existed by then: set when `createdAt` is unknown because nobody keeps state that old. */
  createdBefore: number | null
  creationBlock: bigint | null
  creationTransaction: Hex | null
  /** `ots_getContractCreator`, `code in old state`, or the service's name. */
  creationBy: string | null
}
