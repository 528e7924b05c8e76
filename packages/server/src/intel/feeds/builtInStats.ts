import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'
import { packManifest } from '../pack/packTables.ts'
import type { PackManifest } from '../pack/readPack.ts'
import { SEED } from '../seed/seedLabels.ts'
import { SEED_AS_OF } from '../staticList.ts'

/** What the program carries with it: how much of what, from where, and how old. Days are ISO dates. */
export type BuiltInStats = {
  pack: { newest: string; oldest: string; sources: PackManifest['sources'] }
  seed: { asOf: string; sources: string[] }
  counts: BuiltInCount[]
}
/** `chain` null: the same on every network, or of none. */
export type BuiltInCount = { from: 'pack' | 'seed'; kind: string; chain: Chain | null; count: number }

export function builtInStats(): BuiltInStats {
  const { date, oldest, sources, sections } = packManifest()
  const fromPack = sections
    .filter(({ count }) => count > 0)
    .map(({ name, count }): BuiltInCount => {
      const [kind = name, suffix] = name.split('.')
      return { from: 'pack', kind, chain: CHAINS.find((chain) => chain === suffix) ?? null, count }
    })
  return {
    pack: { newest: date, oldest, sources },
    seed: { asOf: SEED_AS_OF, sources: [...new Set(SEED.map(({ source }) => source))].sort() },
    counts: [...fromPack, ...seedCounts()],
  }
}

function seedCounts(): BuiltInCount[] {
  const counts = new Map<string, number>()
  for (const { category, chains, members } of SEED) {
    for (const chain of chains === 'all' ? CHAINS : chains) {
      const key = `${category} ${chain}`
      counts.set(key, (counts.get(key) ?? 0) + members.length)
    }
  }
  const labels = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]): BuiltInCount => {
      const [kind = '', chain] = key.split(' ')
      return { from: 'seed', kind, chain: chain as Chain, count }
    })
  const tokens = CHAINS.map(
    (chain): BuiltInCount => ({ from: 'seed', kind: 'tokens', chain, count: NETWORKS[chain].tokens.length }),
  )
  return [...labels, ...tokens]
}
