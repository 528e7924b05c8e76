import type { Address, Hex } from '../address.ts'
import type { Label } from './account.ts'

/** An address that looks like one of the wallet's own parties, or like a well-known one. */
export type LookalikeAddress = {
  /** The address that is imitated. */
  similarTo: Address
  label: Label | null
  /** Equal hex digits at each end. */
  prefix: number
  suffix: number
  /** `known`: a labelled address; `history`: a counterparty of the owner. */
  by: 'known' | 'history'
  /** Zero-value, dust or counterfeit transfers that planted it. */
  bait: { hash: Hex; blockNumber: bigint; kind: 'zero-value' | 'dust' | 'counterfeit' }[]
}

/** An address in the wallet's history that imitates one of its parties. */
export type Poisoning = LookalikeAddress & { address: Address }
