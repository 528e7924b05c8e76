import type { FoundHoldings, FoundToken, WalletHoldings, WalletToken } from '../facts/holdings.ts'
import { spamReason } from './spam.ts'

/** Limit of decimals; 10 ** 77 is the largest power of ten in a 256-bit word. */
const MAX_DECIMALS = 77

/**
 * Values a wallet's assets: balance × price; a token that only a pool prices is worth no more than that pool could pay. Spam is
 * shown with its reason and counts for nothing. A token without a price has an unknown worth, never zero.
 */
export function weighHoldings({ native, tokens, nfts, ...rest }: FoundHoldings): WalletHoldings {
  const coin = { ...native, valueUsd: worthOf({ ...native, decimals: 18, maxUsd: null }) }
  const weighed = tokens.map(weighToken).sort(byWorth)
  const values = [coin.valueUsd, ...weighed.map(({ spam, valueUsd }) => (spam === null ? valueUsd : null))]
  const known = values.filter((value) => value !== null)
  return {
    ...rest,
    native: coin,
    tokens: weighed,
    nfts: nfts.map((nft) => ({ ...nft, spam: spamReason({ ...nft, symbol: null, price: null, sellable: null }) })),
    totalUsd: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
  }
}

function weighToken(token: FoundToken): WalletToken {
  const price = token.priceSought ? { usd: token.priceUsd, depthUsd: token.maxUsd } : null
  return { ...token, valueUsd: worthOf(token), spam: spamReason({ ...token, price }) }
}

function worthOf({
  balance,
  priceUsd,
  maxUsd,
  decimals,
}: Pick<FoundToken, 'balance' | 'priceUsd' | 'maxUsd' | 'decimals'>): number | null {
  if (priceUsd === null || decimals === null || decimals > MAX_DECIMALS) return null
  const value = (Number(balance) / 10 ** decimals) * priceUsd
  return Number.isFinite(value) ? Math.min(value, maxUsd ?? Number.POSITIVE_INFINITY) : null
}

function byWorth(a: WalletToken, b: WalletToken): number {
  const rank = ({ spam, valueUsd }: WalletToken) => (spam === null ? (valueUsd ?? -1) : -2)
  return rank(b) - rank(a) || (a.token < b.token ? -1 : 1)
}
