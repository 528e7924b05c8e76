import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { takeCalls } from '../rights/takeCalls.ts'
import { uniqueCalls } from './privilegedActs.ts'

/** Values of the arguments of an adversary's calls. Amounts in base units. */
export type RoleValues = {
  tokens: readonly Address[]
  amounts: readonly bigint[]
  /** Of the depositor's entry. */
  ids: readonly bigint[]
}

/** Ways of a function for each pair of accounts. */
const MAX_WAYS = 4

/**
 * Ways to call a function with each pair of accounts in both orders: about the depositor's own entry, about an amount, and both. The
 * values that a pair begins with come first.
 */
export function roleCalls(
  { contract, made, from }: { contract: Address; made: ContractFunction; from: Address },
  pairs: readonly (readonly [Address, Address])[],
  { tokens, amounts, ids }: RoleValues,
): Transaction[] {
  const numbers = ids.length === 0 ? [{ amounts, ids }] : [{ amounts: [], ids }, { amounts, ids }, { amounts, ids: [] }]
  const calls = pairs.flatMap(([account, taker]) =>
    numbers.flatMap((own) =>
      takeCalls({ contract, made }, taker, { account, tokens, held: [], ...own }).slice(0, MAX_WAYS),
    ),
  )
  return uniqueCalls(calls.map((call) => ({ ...call, from })))
}
