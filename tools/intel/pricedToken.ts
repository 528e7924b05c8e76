import type { ChainId } from './facts.ts'
import type { Merged } from './merge.ts'
import { SOURCES } from './sources/index.ts'

const NATIVE: Readonly<Record<ChainId, readonly string[]>> = { 1: ['ETH'], 56: ['BNB'], 137: ['POL', 'MATIC'] }

/** Lists curated by hand by few people: a stranger's token cannot put its symbol there. */
const CAREFUL = new Set([
  '@aave-dao/aave-address-book',
  '@metamask/contract-metadata',
  '@beefyfinance/blockchain-addressbook',
])

/**
 * Where the one token of that symbol is not what the feed prices, found by reading the whole list: coins of other networks (a
 * bridge's claim on them is worth what the bridge is), names taken over (FRAX is what FXS became), and namesakes.
 */
const NOT_THE_SAME: Readonly<Record<ChainId, ReadonlySet<string>>> = {
  1: new Set(['BTC', 'BNB', 'SOL', 'AVAX', 'FTM', 'TRUMP', 'USTC', 'XRP', 'ADA', 'DOT', 'NEAR']),
  56: new Set(['FRAX', 'AVAX', 'CFX', 'SOL', 'BTC', 'FTM', 'POL']),
  137: new Set(['FRAX', 'AVAX', 'BNB', 'BTC', 'ETH', 'FTM', 'HBAR', 'OM', 'QUICK', 'SOL']),
}

/** Where several tokens have the symbol, or none: the one meant, by its issuer's documentation. */
const SAME: Readonly<Record<string, string>> = {
  '1:USDS': '0xdc035d45d973e3ec169d2276ddab16f1e407384f',
  '56:ETH': '0x2170ed0880ac9a755fd29b2688956bd959f933f8',
  '137:ETH': '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
  '137:LINK': '0x53e0bca35ec356bd5dddfebbd1fc0fd03fabad39',
  '137:USDC': '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
}

/** The token that a feed prices, found by symbol: only where careful lists know exactly one of that symbol. */
export function pricedToken(tokens: Merged['tokens'], chain: ChainId, symbol: string): string | null {
  if (NATIVE[chain].includes(symbol)) return 'native'
  const same = SAME[`${chain}:${symbol}`]
  if (same !== undefined) return same
  if (NOT_THE_SAME[chain].has(symbol.toUpperCase())) return null
  const found = tokens.filter(
    (token) =>
      token.chain === chain &&
      CAREFUL.has(SOURCES[token.source]?.package ?? '') &&
      token.symbol.toLowerCase() === symbol.toLowerCase(),
  )
  return found.length === 1 ? (found[0]?.address ?? null) : null
}
