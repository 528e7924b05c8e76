import { formatUnits } from 'viem/utils'
import type { Movement } from '../derive/shapes.ts'
import { nameAsset } from './nameAsset.ts'

const FRACTION_DIGITS = 6

/** Base units as a grouped decimal, `1,234.5`: at most six decimals, cut, never rounded up, and never zero for something. */
export function formatAmount(amount: bigint, decimals: number): string {
  const [whole = '0', fraction = ''] = formatUnits(amount, decimals).split('.')
  const shown = fraction.slice(0, FRACTION_DIGITS).replace(/0+$/, '')
  if (amount > 0n && BigInt(whole) === 0n && shown === '') return `less than 0.${'0'.repeat(FRACTION_DIGITS - 1)}1`
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return shown === '' ? grouped : `${grouped}.${shown}`
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
