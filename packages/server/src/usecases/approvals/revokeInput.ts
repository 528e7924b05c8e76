import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Permission, SkippedRevocation } from '@redoubt/risk/facts/revocationFacts.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'

export type RevokeInput = {
  chain: Chain
  /** Lower case. */
  address: Address
  spelling: AddressSpelling
  /** The ones to withdraw, each once; null: those of the list that `which` says. */
  permissions: Permission[] | null
  /** `risky`: high or critical. */
  which: 'risky' | 'all'
  /** Also make signatures worthless that were given to Permit2 and not used yet. */
  invalidateNonces: boolean
  /** Milliseconds. */
  deadlineMs: number
}

/** The account and what is to be withdrawn from it. `cut`: why the list may be short, in words. */
export type ChosenPermissions = {
  permissions: Permission[]
  skipped: SkippedRevocation[]
  complete: boolean
  cut: string[]
  unavailable: string[]
  /** The address has no private key. */
  keyless: boolean
  /** False: what the contract account is made of could not be read. */
  walletKnown: boolean
}
