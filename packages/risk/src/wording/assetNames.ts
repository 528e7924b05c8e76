import { formatUnits } from 'viem/utils'
import type { Address } from '../address.ts'
import type { Movement } from '../derive/shapes.ts'
import type { Label } from '../facts/account.ts'
import { quote, shortAddress } from './accountNames.ts'

const TICKER = /^[A-Za-z0-9][A-Za-z0-9.₮_-]{0,11}$/

/**
 * A token's own name for itself: plain when it looks like a ticker, in quotation marks when it could be read as part of
 * the sentence, the short address when it has none.
 */
export function nameAsset(symbol: string | null, address: Address | null): string {
  if (!symbol) return address ? `the token ${shortAddress(address)}` : 'native coin'
  return TICKER.test(symbol) ? symbol : quote(symbol)
}

/** `your USDC`, or `your tokens of 0xC02a…6Cc2` when the token has no name. */
export function yourAsset(symbol: string | null, address: Address): string {
  return symbol ? `your ${nameAsset(symbol, address)}` : `your tokens of ${shortAddress(address)}`
}

const FRACTION_DIGITS = 6

/** Base units as a grouped decimal, `1,234.5`: at most six decimals, cut, never rounded up, and never zero for something. */
export function formatAmount(amount: bigint, decimals: number): string {
  const [whole = '0', fraction = ''] = formatUnits(amount, decimals).split('.')
  const shown = fraction.slice(0, FRACTION_DIGITS).replace(/0+$/, '')
  if (amount > 0n && BigInt(whole) === 0n && shown === '') return `less than 0.${'0'.repeat(FRACTION_DIGITS - 1)}1`
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return shown === '' ? grouped : `${grouped}.${shown}`
}

/** Dollars with cents, grouped: `$1,234.50`. */
export function formatUsd(usd: number): string {
  const [whole = '0', cents = '00'] = usd.toFixed(2).split('.')
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

/** `1,000 USDC`, `“Ape” #7`; base units named as such when the token does not tell its decimals. */
export function describeAsset(
  asset: Pick<Movement, 'assetType' | 'address' | 'symbol' | 'decimals' | 'tokenId'> & { amount: bigint },
): string {
  const name = nameAsset(asset.symbol, asset.address)
  if (asset.tokenId !== null) {
    return asset.amount > 1n
      ? `${formatAmount(asset.amount, 0)} × ${name} #${asset.tokenId}`
      : `${name} #${asset.tokenId}`
  }
  const decimals = asset.decimals ?? (asset.assetType === 'native' ? 18 : null)
  if (decimals === null) return `${formatAmount(asset.amount, 0)} base units of ${name}`
  return `${formatAmount(asset.amount, decimals)} ${name}`
}

/**
 * Renders a label as evidence: category, name, source, confidence, and the date since when a list has it: `scammer: Eve
 * (drainers.csv, medium confidence, seen here since 2026-11-21)`.
 */
export function wordOf({ name, category, source, confidence, listed }: Label): string {
  const since = listed?.since ? `, seen here since ${listed.since}` : ''
  // An entry without a name repeats its category.
  const named = name === category.replace('_', ' ') ? '' : `: ${name}`
  return `${category}${named} (${source}, ${confidence} confidence${since})`
}
