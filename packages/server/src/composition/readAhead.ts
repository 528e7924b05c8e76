import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { remember } from '../evm/rpc/stateCache.ts'

const BLOCKS_READ_AHEAD = 8
const MAX_READ_AHEAD = 5_000

/** Whether an account is read ahead for the first time at its block. */
export type ReadAhead = (block: PinnedBlock) => (address: Address) => boolean

export function createReadAhead(): ReadAhead {
  const known = remember(BLOCKS_READ_AHEAD, (_hash: Hex) => new Set<Address>())
  return (block) => {
    const read = known(block.hash)
    return (address) => read.size < MAX_READ_AHEAD && read.size !== read.add(address).size
  }
}
