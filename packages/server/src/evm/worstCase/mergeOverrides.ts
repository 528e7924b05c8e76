import type { Address } from '@redoubt/risk/address.ts'
import type { StateOverrides } from '../simulation/simulator.ts'

/** Puts state overrides over each other, member by member and word by word; later ones win. */
export function mergeOverrides(...all: readonly StateOverrides[]): StateOverrides {
  const merged: StateOverrides = {}
  for (const [key, members] of all.flatMap((one) => Object.entries(one))) {
    const address = key as Address
    const known = merged[address] ?? {}
    const storage = { ...known.storage, ...members.storage }
    merged[address] = { ...known, ...members, ...(Object.keys(storage).length > 0 && { storage }) }
  }
  return merged
}
