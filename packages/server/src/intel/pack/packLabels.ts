import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { findAddress } from './findAddress.ts'
import { readPack } from './readPack.ts'

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
