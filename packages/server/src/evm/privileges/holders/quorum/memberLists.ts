import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PrivilegesContext } from '../../privilegesContext.ts'
import { entryOf } from '../../pulls/mappingEntry.ts'
import type { Wallet } from './ballot.ts'

const MAX_LISTS = 24
/** Members whose entries are read. */
const MAX_READ = 3

export const slotOf = (slot: bigint): Hex => `0x${slot.toString(16).padStart(64, '0')}`

/** Mappings of a wallet, by their slots, that have an entry about each of its members. */
export async function memberLists(
  { chain, block, signal }: Pick<PrivilegesContext, 'chain' | 'block' | 'signal'>,
  { holder, functions }: Pick<Wallet, 'holder' | 'functions'>,
  members: readonly Address[],
): Promise<bigint[]> {
  const bases = [...new Set(functions.flatMap(({ reads }) => reads))].map(BigInt).slice(0, MAX_LISTS)
  const isListed = await Promise.all(
    bases.map(async (base) => {
      const entries = members.slice(0, MAX_READ).map((member) => slotOf(entryOf(member, base)))
      const words = await Promise.all(entries.map((slot) => chain.storage(block, holder, slot, signal)))
      return words.length > 0 && words.every((word) => BigInt(word) !== 0n)
    }),
  )
  return bases.filter((_, at) => isListed[at])
}
