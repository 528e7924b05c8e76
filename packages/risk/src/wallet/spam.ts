import type { Arrival } from '../facts/holdings.ts'

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
