import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'

/** A contract that may be a wallet of several members, and the accounts that it names. */
export type Wallet = { holder: Address; functions: readonly ContractFunction[]; named: readonly Address[] }

/** How many members of a wallet made it call an account of our choice, as executed: `needed` of them, and no fewer. */
export type Ballot = {
  needed: number
  members: readonly Address[]
  /** Functions that were called with one member fewer. */
  tested: ReadonlySet<Hex>
  /** The function by which each member agrees; null: members sign. */
  agree: Hex | null
  /** The number of what was put down first; null: it has none. */
  operation: bigint | null
  /** Words of the wallet after it was put down, by slot. */
  state: ReadonlyMap<bigint, bigint>
  /** Words that the calls of the members change. */
  changed: ReadonlySet<bigint>
  /** Mappings, by slot, with an entry about each member. */
  lists: ReadonlySet<bigint>
}

/** `key`: one private key that alone makes the wallet call anything. */
export type Found = Ballot | { key: Address } | null

export function isWriting({ mutability }: ContractFunction): boolean {
  return mutability !== 'view' && mutability !== 'pure'
}

/** More parts of so many members are not tried: some of them are. */
const MAX_PARTS = 40

/** Parts of some members with so many each: all of them, or neighbours where there are too many. */
export function partsOf<Member>(members: readonly Member[], size: number): Member[][] {
  if (size <= 0 || size > members.length) return []
  const all = combinations(members, size)
  if (all !== null) return all
  return members.map((_, first) =>
    Array.from({ length: size }, (_, at) => members[(first + at) % members.length] as Member),
  )
}

function combinations<Member>(members: readonly Member[], size: number): Member[][] | null {
  let parts: Member[][] = [[]]
  for (const [at, member] of members.entries()) {
    const left = members.length - at - 1
    parts = parts.flatMap((part) => [
      ...(part.length < size ? [[...part, member]] : []),
      ...(part.length + left >= size ? [part] : []),
    ])
    if (parts.length > 4 * MAX_PARTS) return null
  }
  return parts.length > MAX_PARTS ? null : parts
}
