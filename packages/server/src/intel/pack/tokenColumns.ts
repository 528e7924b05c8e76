import type { Chain } from '@redoubt/risk/chain.ts'
import { readPack } from './readPack.ts'

/** Tokens of one network, by row. `addresses` holds 20 bytes a row, sorted; a name is empty where it repeats the symbol. */
export type TokenColumns = { addresses: Buffer; symbols: string[]; names: string[]; decimals: Buffer }

type Written = Record<'addresses' | 'decimals', string> & Record<'symbols' | 'names', string[]>
/** Of a network that the pack does not cover. */
const NONE: Written = { addresses: '', symbols: [], names: [], decimals: '' }
const loaded = new Map<Chain, TokenColumns>()

/** Read and parsed at first use. */
export function tokenColumns(chain: Chain): TokenColumns {
  let columns = loaded.get(chain)
  if (columns === undefined) {
    const pack = readPack()
    const written = pack.has(`tokens.${chain}`) ? (pack.section(`tokens.${chain}`) as Written) : NONE
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
