import type { Chain } from '@redoubt/risk/chain.ts'
import { knownAddresses } from './knownAddresses.ts'
import { createLookalikeIndex, type LookalikeIndex } from './lookalikeIndex.ts'

const INDEXES = new Map<Chain, LookalikeIndex>()

/** The index of a network's known addresses: the same for every caller, and made when it is first asked for. */
export function networkLookalikes(chain: Chain): LookalikeIndex {
  const index = INDEXES.get(chain) ?? createLookalikeIndex(knownAddresses(chain))
  INDEXES.set(chain, index)
  return index
}
