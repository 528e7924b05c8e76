import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'

/** Lockers of one network: address to name. */
export function lockers(chain: Chain): ReadonlyMap<Address, string> {
  return new Map(Object.entries(NETWORKS[chain].lockers) as [Address, string][])
}
