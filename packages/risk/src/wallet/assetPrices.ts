import type { Address } from '../address.ts'
import type { WalletTransfer } from '../facts/walletHistory.ts'

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
