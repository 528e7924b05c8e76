import type { Address, Hex } from '../facts.ts'
import type { Label } from './account.ts'

/** An address that looks like one the wallet, or everybody, knows. */
export type LookalikeAddress = {
  /** The address that is imitated. */
  similarTo: Address
  label: Label | null
  /** Equal hex digits at each end. */
  prefix: number
  suffix: number
  /** `known`: a labelled address; `history`: one that the owner deals with. */
  by: 'known' | 'history'
  /** Zero-value, dust or counterfeit transfers that planted it. */
  bait: { hash: Hex; blockNumber: bigint; kind: 'zero-value' | 'dust' | 'counterfeit' }[]
}

/** Somebody imitates a party of the wallet's in its own history. */
export type Poisoning = LookalikeAddress & { address: Address }
