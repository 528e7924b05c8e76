import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { findAddress } from './findAddress.ts'
import { tokenColumns } from './tokenColumns.ts'

/**
 * Returns a token that a published registry lists; null when none does. Its text is the registry's, cleaned. Being listed
 * says that a registry knows the token, not that it is good.
 * @param address in any case.
 */
export function packToken(chain: Chain, address: Address): { symbol: string; name: string; decimals: number } | null {
  const { addresses, symbols, names, decimals } = tokenColumns(chain)
  const row = findAddress(addresses, address)
  const symbol = symbols[row]
  if (symbol === undefined) return null
  return { symbol, name: names[row] || symbol, decimals: decimals[row] ?? 0 }
}
