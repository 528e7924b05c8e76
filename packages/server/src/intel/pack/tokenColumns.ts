import type { Chain } from '@redoubt/risk/chain.ts'
import { readPack } from './readPack.ts'

/** Tokens of one network, by row. `addresses` holds 20 bytes a row, sorted; a name is empty where it repeats the symbol. */
export type TokenColumns = { addresses: Buffer; symbols: string[]; names: string[]; decimals: Buffer }

const loaded = new Map<Chain, TokenColumns>()

/** Read and parsed at first use. */
export function tokenColumns(chain: Chain): TokenColumns {
  let columns = loaded.get(chain)
  if (columns === undefined) {
    const written = readPack().section(`tokens.${chain}`) as Record<'addresses' | 'decimals', string> &
      Record<'symbols' | 'names', string[]>
    columns = {
      addresses: Buffer.from(written.addresses, 'base64'),
      symbols: written.symbols,
      names: written.names,
      decimals: Buffer.from(written.decimals, 'base64'),
    }
    loaded.set(chain, columns)
  }
  return columns
}
