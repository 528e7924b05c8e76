import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'
import { packToken } from '../pack/packTables.ts'

/**
 * Returns what is known of a token without asking it: what a published registry lists, else what its network's definition says.
 * Null for every other address, whatever a token there calls itself.
 * @param address lower case.
 */
export function knownToken(chain: Chain, address: Address): { symbol: string; name: string; decimals: number } | null {
  const listed = packToken(chain, address)
  if (listed !== null) return listed
  const { quoteTokens, tokens } = NETWORKS[chain]
  const quote = quoteTokens.find((token) => token.address === address)
  if (quote === undefined) return null
  const { symbol, decimals } = quote
  return { symbol, name: tokens.find((token) => token.address === address)?.name ?? symbol, decimals }
}
