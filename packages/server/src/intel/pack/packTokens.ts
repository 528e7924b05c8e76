import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { tokenColumns } from './tokenColumns.ts'

/** A token of the pack; `address` is lower case. */
export type PackToken = { address: Address; symbol: string; name: string; decimals: number }

/** Every token of one network, by address. Each object is made when it is asked for, so walk it once and keep what you need. */
export function* packTokens(chain: Chain): Generator<PackToken, void> {
  const { addresses, symbols, names, decimals } = tokenColumns(chain)
  for (const [row, symbol] of symbols.entries())
    yield {
      address: `0x${addresses.toString('hex', row * 20, row * 20 + 20)}`,
      symbol,
      name: names[row] || symbol,
      decimals: decimals[row] ?? 0,
    }
}
