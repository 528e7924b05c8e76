import type { Chain } from '@redoubt/risk/chain.ts'
import type { EntryKey, Override } from '../ports.ts'

export type OverrideIndex = {
  /**
   * The first of `keys` (nearest first) that the operator spoke of, on this network or on all. One network's word goes
   * before the word for all.
   */
  first(keys: readonly EntryKey[], chain: Chain | null): Override | null
}

/** Operators' words, at most 10,000, by key. */
export function createOverrideIndex(overrides: readonly Override[]): OverrideIndex {
  const byKey = new Map<string, Override>()
  for (const override of overrides) byKey.set(nameOf(override, override.chain), override)
  return {
    first: (keys, chain) => {
      if (byKey.size === 0) return null
      for (const key of keys) {
        const found = byKey.get(nameOf(key, chain)) ?? byKey.get(nameOf(key, null))
        if (found) return found
      }
      return null
    },
  }
}

function nameOf({ kind, value }: EntryKey, chain: Chain | null): string {
  return `${kind}:${chain ?? '*'}:${value}`
}
