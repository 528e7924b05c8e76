import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'

/**
 * Famous addresses that one public source names. Addresses are written in EIP-55 mixed case, whose checksum a test
 * verifies: a wrong digit does not pass.
 */
export type SeedGroup = {
  /** Where a reader can check it. */
  source: string
  category: Label['category']
  confidence: Label['confidence']
  /** `all` for accounts with a key (one person everywhere) and for contracts that stand at one address everywhere. */
  chains: 'all' | readonly Chain[]
  members: readonly (readonly [address: Address, name: string])[]
}
