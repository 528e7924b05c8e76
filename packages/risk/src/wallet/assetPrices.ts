import type { WalletTransfer } from '../facts/walletHistory.ts'
import type { Address } from '../facts.ts'

/** USD of one whole unit, its decimals and symbol, by token; the native coin under null. Absent: no price. */
export type AssetPrices = ReadonlyMap<Address | null, { usd: number; decimals: number; symbol?: string }>

/** USD of a transfer at today's price; null without one, and for what anybody may log. */
export function usdOf({ token, amount, genuine, assetType }: WalletTransfer, prices: AssetPrices): number | null {
  if (!genuine || (assetType !== 'native' && assetType !== 'erc20')) return null
  const price = prices.get(token)
  return price === undefined ? null : (Number(amount) / 10 ** price.decimals) * price.usd
}

/** Worth less than a dollar: the price of a line in somebody's history. Of what has no price, nothing but nothing is dust. */
export function isDust(transfer: WalletTransfer, prices: AssetPrices): boolean {
  const usd = usdOf(transfer, prices)
  return transfer.amount === 0n || (usd !== null && usd < DUST_USD)
}

const DUST_USD = 1
