import type { api } from '@redoubt/client'

export type RiskLevel = api.RiskScore['riskLevel']
export type Chain = NonNullable<api.RiskScore['chain']>

export const CHAINS: readonly Chain[] = ['ethereum', 'bsc', 'polygon', 'base', 'arbitrum', 'optimism']
const CHAIN_NAMES: Record<string, string> = {
  ethereum: 'Ethereum',
  bsc: 'BNB Chain',
  polygon: 'Polygon',
  base: 'Base',
  arbitrum: 'Arbitrum One',
  optimism: 'OP Mainnet',
}

const MAX_FRACTION = 6
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const YEAR = 365 * DAY

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export function chainName(chain: string | null | undefined): string {
  return chain === null || chain === undefined ? 'No network' : (CHAIN_NAMES[chain] ?? chain)
}

/** `0x59D7…e19c`: four digits of each end, which is all that a short form may be trusted for. */
export function shortHex(hex: string): string {
  return hex.length <= 14 ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`
}

/** A decimal text with groups of three digits and at most six decimals; a remainder that is cut off shows as `…`. */
export function amountText(text: string): string {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) return text
  const [, sign = '', integer = '0', fraction = ''] = match
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ',')
  if (fraction === '') return sign + grouped
  // Small amounts keep their first digits, wherever those are.
  const kept = Math.max(MAX_FRACTION, integer === '0' ? fraction.search(/[1-9]/) + 3 : 0)
  const shown = fraction.slice(0, kept).replace(/0+$/, '')
  const more = fraction.slice(kept).replace(/0+$/, '') === '' ? '' : '…'
  return sign + grouped + (shown === '' && more === '' ? '' : `.${shown}${more}`)
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`
}

export function usdText(usd: number | null | undefined): string {
  return usd === null || usd === undefined ? 'value unknown' : dollars.format(usd).replace('-', '−')
}

/** A share of 100. */
export function percentText(percent: number | null | undefined): string {
  return percent === null || percent === undefined ? 'unknown' : `${Number(percent.toFixed(2))}\u00a0%`
}

export function gasText(gas: string | null | undefined): string {
  return gas === null || gas === undefined ? 'unknown' : `${amountText(BigInt(gas).toString())} gas`
}

export function timeText(at: string): string {
  return `${timeFormat.format(new Date(at))} UTC`
}

export function dateText(at: string): string {
  return dateFormat.format(new Date(at))
}

/** `3 minutes ago`, `in 2 days`; the exact time belongs beside it. */
export function agoText(at: string, now = Date.now()): string {
  const seconds = Math.round((now - new Date(at).getTime()) / 1000)
  const text = durationText(Math.abs(seconds))
  return Math.abs(seconds) < 5 ? 'just now' : seconds >= 0 ? `${text} ago` : `in ${text}`
}

export function durationText(seconds: number): string {
  if (seconds < MINUTE) return countText(Math.round(seconds), 'second')
  if (seconds < HOUR) return countText(Math.round(seconds / MINUTE), 'minute')
  if (seconds < 2 * DAY) return countText(Math.round(seconds / HOUR), 'hour')
  if (seconds < 2 * MONTH) return countText(Math.round(seconds / DAY), 'day')
  if (seconds < 2 * YEAR) return countText(Math.round(seconds / MONTH), 'month')
  return countText(Math.round(seconds / YEAR), 'year')
}

const ACRONYMS = /\b(eoa|dns|tls|ssl|ip|url|nft|lp|ots|rdap|whois|erc20|usd|json|abi)\b/gi

const COINS: Record<string, string> = { ethereum: 'ETH', bsc: 'BNB', polygon: 'POL', base: 'ETH' }

/** The coin that pays for gas on a network. */
export function coinOf(chain: string): string {
  return COINS[chain] ?? 'coin'
}

/** `stops-sales` → `Stops sales`; a signature such as `owner()` stays as it is. */
export function wordsOf(code: string): string {
  if (code.includes('(')) return code
  const words = code.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_.]/g, ' ')
  const sentence = words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
  return sentence.replace(ACRONYMS, (word) => word.toUpperCase())
}

/** Base units of a coin with 18 decimals, as whole units. */
export function weiText(value: string): string {
  let wei: bigint
  try {
    wei = BigInt(value)
  } catch {
    return value
  }
  const digits = wei.toString().padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}
