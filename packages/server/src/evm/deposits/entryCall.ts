import type { Address, Hex } from '@redoubt/risk/address.ts'

/** A token that a call takes of its caller, in base units. */
export type Payment = { token: Address; amount: bigint }

/** A call that pays a contract, as an account can make it. */
export type EntryCall = {
  from: Address
  value: bigint
  data: Hex
  tokens: readonly Payment[]
}

/** Ways to make one call of a function, the first one that pays decides. `repeated`: a user made it lately. */
export type Entry = { repeated: boolean; ways: readonly EntryCall[] }

export function selectorOf({ data }: Pick<EntryCall, 'data'>): Hex {
  return data.slice(0, 10) as Hex
}
