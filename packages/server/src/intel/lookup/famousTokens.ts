import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'
import { packPriceFeeds } from '../pack/packPriceFeeds.ts'
import { packToken } from '../pack/packTables.ts'
import type { FamousToken } from './tokenNames.ts'

/**
 * Returns the tokens whose names are worth copying: those known by hand, those with a Chainlink price feed, and each
 * network's own coin.
 */
export function famousTokens(): FamousToken[] {
  return CHAINS.flatMap((chain) => [
    ...NETWORKS[chain].coin.names.map(([symbol, name]) => ({ chain, address: null, symbol, name })),
    ...tokensOf(chain).values(),
  ])
}

function tokensOf(chain: Chain): Map<string, FamousToken> {
  const tokens = new Map<string, FamousToken>()
  for (const { base } of packPriceFeeds(chain)) {
    if (base === null || base === 'native') continue
    const token = packToken(chain, base)
    if (token) tokens.set(base, { chain, address: base, symbol: token.symbol, name: token.name })
  }
  for (const { address, symbol, name } of NETWORKS[chain].tokens) tokens.set(address, { chain, address, symbol, name })
  return tokens
}
