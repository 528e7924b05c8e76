import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import type { IntelSource, ListedEntry, ListLabel } from './ports.ts'

/** A list that comes with an environment instead of being loaded: the sandbox's own. */
export type StaticList = {
  source: Pick<IntelSource, 'id' | 'title' | 'label' | 'confidence' | 'enabled'>
  /** Entries of the address on this network. @param address in any case. */
  find(chain: Chain, address: Address): ListedEntry[]
}

/** @param asOf when it was made, Unix milliseconds. */
export function createStaticList(list: {
  id: string
  title: string
  label: ListLabel
  confidence: Label['confidence']
  asOf: number
  entries: readonly { chain: Chain | null; address: Address; label?: ListLabel; name: string | null }[]
}): StaticList {
  const { id, title, label, confidence, asOf } = list
  const byAddress = Map.groupBy(list.entries, ({ address }) => address.toLowerCase())
  return {
    source: { id, title, label, confidence, enabled: true },
    find: (chain, address) =>
      (byAddress.get(address.toLowerCase()) ?? [])
        .filter((entry) => entry.chain === null || entry.chain === chain)
        .map((entry) => ({
          kind: 'address',
          value: address.toLowerCase(),
          chain: entry.chain,
          label: entry.label ?? label,
          name: entry.name,
          sourceId: id,
          firstSeen: asOf,
          removedAt: null,
        })),
  }
}
