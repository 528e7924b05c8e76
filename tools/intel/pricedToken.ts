import type { ChainId } from './facts.ts'
import type { Merged } from './merge.ts'
import { SOURCES } from './sources/index.ts'

const NATIVE: Readonly<Record<ChainId, readonly string[]>> = { 1: ['ETH'], 56: ['BNB'], 137: ['POL', 'MATIC'] }

/** Lists kept by hand and by few: their symbols are not whatever somebody deployed. */
const CAREFUL = new Set([
  '@aave-dao/aave-address-book',
  '@metamask/contract-metadata',
  '@yodlpay/tokenlists',
  '@beefyfinance/blockchain-addressbook',
])

/** The token that a feed prices, found by symbol: only where careful lists know exactly one of that symbol. */
export function pricedToken(tokens: Merged['tokens'], chain: ChainId, symbol: string): string | null {
  if (NATIVE[chain].includes(symbol)) return 'native'
  const found = tokens.filter(
    (token) =>
      token.chain === chain &&
      CAREFUL.has(SOURCES[token.source]?.package ?? '') &&
      token.symbol.toLowerCase() === symbol.toLowerCase(),
  )
  return found.length === 1 ? (found[0]?.address ?? null) : null
}
