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

/**
 * How the sender, or the account that asks, knows an address. `received`: it paid the sender. `approved`: the sender approved it as a
 * spender. `protocol`: the data pack labels it. `monitored`, `signer` and `scanned` are private to the account that asks.
 */
export type Acquaintance = 'own' | 'paid' | 'approved' | 'received' | 'protocol' | 'monitored' | 'signer' | 'scanned'

/**
 * An address that others may imitate, from outside the sender's history. `since`: Unix milliseconds of the first scan; null where no
 * date counts.
 */
export type KnownParty = { address: Address; by: 'protocol' | 'monitored' | 'signer' | 'scanned'; since: number | null }

/** A recipient or spender that looks like a known address. */
export type LookalikeParty = {
  address: Address
  similarTo: Address
  by: Acquaintance
  /** The sender's history holds it, which its own worthless transfers suffice for. */
  baitInHistory: boolean
}
