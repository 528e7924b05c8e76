import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { type PackManifest, readPack } from './readPack.ts'
import { tokenColumns } from './tokenColumns.ts'

type Columns = { addresses: Buffer; names: string[]; categories: Buffer; confidences: Buffer; sources: Buffer }
type Written = { [column in keyof Columns]: column extends 'names' ? string[] : string }

/** Of a network that the pack does not cover. */
const NONE: Written = { addresses: '', names: [], categories: '', confidences: '', sources: '' }
const loaded = new Map<Chain, Columns>()

/**
 * What published packages say an address is; empty when none knows it, which says nothing of it. They name services and
 * never accuse. `source` is `npm:PACKAGE@VERSION`.
 * @param address in any case.
 */
export function packLabels(chain: Chain, address: Address): Label[] {
  const columns = columnsOf(chain)
  const pack = readPack()
  const labels: Label[] = []
  const first = findAddress(columns.addresses, address)
  for (let row = first; row !== -1 && isSame(columns.addresses, first, row); row++) {
    const source = pack.sources[columns.sources[row] ?? -1]
    labels.push({
      name: columns.names[row] ?? '',
      category: pack.categories[columns.categories[row] ?? -1] as Label['category'],
      source: `npm:${source?.package}@${source?.version}`,
      confidence: pack.confidences[columns.confidences[row] ?? -1] as Label['confidence'],
    })
  }
  return labels
}

function isSame(addresses: Buffer, first: number, row: number): boolean {
  if (row * 20 >= addresses.length) return false
  return addresses.compare(addresses, first * 20, first * 20 + 20, row * 20, row * 20 + 20) === 0
}

function columnsOf(chain: Chain): Columns {
  let columns = loaded.get(chain)
  if (columns === undefined) {
    const pack = readPack()
    const written = pack.has(`labels.${chain}`) ? (pack.section(`labels.${chain}`) as Written) : NONE
    columns = {
      addresses: Buffer.from(written.addresses, 'base64'),
      names: written.names,
      categories: Buffer.from(written.categories, 'base64'),
      confidences: Buffer.from(written.confidences, 'base64'),
      sources: Buffer.from(written.sources, 'base64'),
    }
    loaded.set(chain, columns)
  }
  return columns
}

/**
 * Returns a token that a published registry lists; null when none does. Its text is the registry's, cleaned. Being listed
 * says that a registry knows the token, not that it is good.
 * @param address in any case.
 */
export function packToken(chain: Chain, address: Address): { symbol: string; name: string; decimals: number } | null {
  const { addresses, symbols, names, decimals } = tokenColumns(chain)
  const row = findAddress(addresses, address)
  const symbol = symbols[row]
  if (symbol === undefined) return null
  return { symbol, name: names[row] || symbol, decimals: decimals[row] ?? 0 }
}

/** Where the pack's facts come from, how many there are of each kind, and how old the oldest source is. */
export function packManifest(): PackManifest {
  const { section: _section, ...manifest } = readPack()
  return manifest
}

/**
 * Row of an address in a column of sorted 20-byte addresses: the first one, where it occurs more than once. -1: absent.
 * A binary search needs 20 bytes per address; a Map of hex strings took 7 times as much (docs/decisions/031).
 */
export function findAddress(addresses: Buffer, address: string): number {
  const wanted = Buffer.from(address.slice(2), 'hex')
  if (wanted.length !== 20) return -1
  let low = 0
  let high = addresses.length / 20
  while (low < high) {
    const middle = (low + high) >>> 1
    if (addresses.compare(wanted, 0, 20, middle * 20, middle * 20 + 20) < 0) low = middle + 1
    else high = middle
  }
  const found = low * 20 < addresses.length && addresses.compare(wanted, 0, 20, low * 20, low * 20 + 20) === 0
  return found ? low : -1
}
