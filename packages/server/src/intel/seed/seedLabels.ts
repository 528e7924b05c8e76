import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { NETWORKS } from '../../chains/index.ts'
import { AGGREGATORS } from './aggregators.ts'
import { BRIDGES } from './bridges.ts'
import { EXCHANGES } from './exchanges.ts'
import { EXPLOITERS } from './exploiters.ts'
import { INFRASTRUCTURE } from './infrastructure.ts'
import { MIXERS } from './mixers.ts'
import { PROTOCOLS } from './protocols.ts'
import type { SeedGroup } from './seedGroup.ts'

/** Everything written by hand, by subject. */
export const SEED: readonly SeedGroup[] = [
  ...INFRASTRUCTURE,
  ...PROTOCOLS,
  ...AGGREGATORS,
  ...BRIDGES,
  ...EXCHANGES,
  ...MIXERS,
  ...EXPLOITERS,
]

let index: Map<string, Label[]> | undefined

/**
 * Labels that the program carries with it: famous addresses and genuine tokens, each with its public source. Being absent
 * says nothing of an address.
 * @param address in any case.
 */
export function seedLabels(chain: Chain, address: Address): Label[] {
  index ??= buildIndex()
  return index.get(`${chain}:${address.toLowerCase()}`) ?? []
}

function buildIndex(): Map<string, Label[]> {
  const labels = new Map<string, Label[]>()
  const add = (chain: Chain, address: Address, label: Label) => {
    const key = `${chain}:${address.toLowerCase()}`
    labels.set(key, [...(labels.get(key) ?? []), label])
  }
  // A token's own name goes first: it is what people know the contract by.
  for (const chain of CHAINS)
    for (const { address, symbol, name } of NETWORKS[chain].tokens)
      add(chain, address, {
        name: `${name} (${symbol})`,
        category: 'token',
        source: "issuer's documentation",
        confidence: 'high',
      })
  for (const { members, chains, ...group } of SEED)
    for (const chain of chains === 'all' ? CHAINS : chains)
      for (const [address, name] of members)
        add(chain, address, { name, category: group.category, source: group.source, confidence: group.confidence })
  return labels
}
