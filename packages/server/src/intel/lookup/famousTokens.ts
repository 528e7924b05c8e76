import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { KNOWN_TOKENS } from '../knownTokens.ts'
import { packPriceFeeds } from '../pack/packPriceFeeds.ts'
import { packToken } from '../pack/packToken.ts'
import type { FamousToken } from './tokenNames.ts'

const COINS: Readonly<Record<Chain, readonly [symbol: string, name: string][]>> = {
  ethereum: [['ETH', 'Ether']],
  bsc: [['BNB', 'BNB']],
  // Renamed in 2024; people know both.
  polygon: [
    ['POL', 'Polygon Ecosystem Token'],
    ['MATIC', 'Matic'],
  ],
}

/**
 * Returns the tokens whose names are worth copying: those known by hand, those with a Chainlink price feed, and each
 * network's own coin.
 */
export function famousTokens(): FamousToken[] {
  return CHAINS.flatMap((chain) => [
    ...COINS[chain].map(([symbol, name]) => ({ chain, address: null, symbol, name })),
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
  for (const { address, symbol, name } of KNOWN_TOKENS[chain]) tokens.set(address, { chain, address, symbol, name })
  return tokens
}
