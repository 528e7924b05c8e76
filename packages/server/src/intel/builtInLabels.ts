import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { packLabels } from './pack/packLabels.ts'
import { seedLabels } from './seed/seedLabels.ts'

/**
 * Returns the labels that ship with the program. A hand-written label replaces those of packages; a hand-written `token`
 * label replaces only their `token` labels.
 * @param address in any case.
 */
export function builtInLabels(chain: Chain, address: Address): Label[] {
  const seed = seedLabels(chain, address)
  if (seed.some(({ category }) => category !== 'token')) return seed
  return [...seed, ...packLabels(chain, address).filter(({ category }) => seed.length === 0 || category !== 'token')]
}
