import type { Address } from '../address.ts'
import type { Arrival, FoundHoldings, FoundToken, WalletHoldings, WalletToken } from '../facts/holdings.ts'
import type { WalletTransfer } from '../facts/walletHistory.ts'

/** Number of receivers in one unrequested transaction that makes it spam: honest senders do not pay that many friends at once. */
const MASS_RECIPIENTS = 10

/** USD. A pool with less on its other side is cheap to make for an airdropped token. */
const THIN_USD = 50_000

/** A host with a common ending, or a link. `USDC.e` and `v1.2` do not match. */
const SITE =
  /https?:|www\.|\bt\.me\b|\b[a-z0-9][a-z0-9-]*\.(?:com|org|net|io|xyz|app|finance|fi|site|online|top|club|info|vip|pro|link|live|cc|gg|me|co|us|lol|cash|claims?|network|exchange|events?|gift|fund|space|website|tech|store|shop|win|bid|life|world|farm|money|eth\.l(?:imo|ink))\b/i

/** Words that tell the reader to fetch something. Variants such as `C l a i m` are not matched. */
const LURE =
  /\b(?:claim|visit|airdrop|voucher|redeem|reward|bonus|gift|giveaway|winner|eligible|whitelisted?|activate)/i

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

/** USD of one whole unit, its decimals and symbol, by token; the native coin under null. Absent: no price. */
export type AssetPrices = ReadonlyMap<Address | null, { usd: number; decimals: number; symbol?: string }>

/** Returns the USD of a transfer at today's price; null without a price, and for transfers that any contract may log. */
export function usdOf({ token, amount, genuine, assetType }: WalletTransfer, prices: AssetPrices): number | null {
  if (!genuine || (assetType !== 'native' && assetType !== 'erc20')) return null
  const price = prices.get(token)
  return price === undefined ? null : (Number(amount) / 10 ** price.decimals) * price.usd
}

/**
 * Whether a transfer is worth less than a dollar, which buys an entry in a stranger's history. Without a price only a zero amount
 * is dust.
 */
export function isDust(transfer: WalletTransfer, prices: AssetPrices): boolean {
  const usd = usdOf(transfer, prices)
  return transfer.amount === 0n || (usd !== null && usd < DUST_USD)
}

const DUST_USD = 1

/** USD that an attacker may spend to discredit a stranger. */
const LITTLE_USD = 100

/** Share of all income. */
const LITTLE_SHARE = 0.01

/**
 * Whether income is a small amount, or a small part of all income. The receiver did not choose it, so it says little about them.
 * Income without a price is not small.
 */
export function isSmallIncome({ share, usd }: { share: number | null; usd: number | null }): boolean {
  return (usd !== null && usd < LITTLE_USD) || (share !== null && share < LITTLE_SHARE)
}

export type SpamQuestion = Arrival & {
  symbol: string | null
  name: string | null
  /** Null when no price was looked up, as for collections. `depthUsd`: the pool that prices it; null when an oracle does. */
  price: { usd: number | null; depthUsd: number | null } | null
  sellable: boolean | null
}

/**
 * Returns why an asset in a wallet is spam, in words; null when nothing suggests it. An asset on a published registry is never
 * spam. An asset that the wallet itself fetched is not spam for being odd, cheap or without a price, only for being a lure, a
 * counterfeit or a trap.
 * @example spamReason({ ...token, name: 'Visit usdc-gift.com to claim' }) // 'its name sends people to a phishing site'
 */
export function spamReason({ symbol, name, price, sellable, ...came }: SpamQuestion): string | null {
  if (came.listed) return null
  const text = `${symbol ?? ''} ${name ?? ''}`
  const [site, lure] = [SITE.test(text), LURE.test(text)]
  if (came.imitates !== null) return `looks like ${came.imitates} and is not`
  if (site && lure) return 'its name sends people to a phishing site'
  if (sellable === false) return 'a new account that bought it could not sell it'
  if (came.asked !== false) return null
  if (site) return 'an unrequested airdrop with a site address as its name'
  if (lure) return 'an unrequested airdrop with a lure as its name'
  const depth = price?.usd == null ? 0 : (price.depthUsd ?? Number.POSITIVE_INFINITY)
  if (depth >= THIN_USD) return null
  if ((came.recipients ?? 0) >= MASS_RECIPIENTS)
    return `an unrequested airdrop to ${came.recipients} accounts in one transaction`
  if (price === null) return null
  return price.usd === null
    ? 'an unrequested airdrop without a market price'
    : `an unrequested airdrop that only a pool with ${Math.round(depth)} USD prices`
}
