import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { callAs } from '../../rights/takeCalls.ts'
import { type Choice, callWith } from './exitCalls.ts'

/** Numbers of an adversary's calls: ids of the depositor's entry, and amounts in base units. */
export type RoleNumbers = { amounts: readonly bigint[]; ids: readonly bigint[] }

/** In which order two accounts of a pair are named: as they are given, or the other way round. Absent: in both. */
export type RoleOrder = 'given' | 'reversed'

const FLAGS = [true, false]

/**
 * Ways to call a function with each pair of accounts, in both orders or in one: about each id alone, about an id and an amount, and about an amount. The
 * pairs and numbers that come first are tried first.
 */
export function roleCalls(
  { contract, made, from }: { contract: Address; made: ContractFunction; from: Address },
  pairs: readonly (readonly [Address, Address])[],
  numbers: RoleNumbers,
  order?: RoleOrder,
): Transaction[] {
  const { signature, arguments: recovered } = made
  const text = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const accounts = pairs.flatMap((pair) => ordersOf(pair, count(/\baddress\b/g), order))
  const asked = numbersOf(numbers, count(/\bu?int\d*\b/g))
  const words = /\bbytes32\b/.test(text) ? [...numbers.ids, 0n] : [0n]
  const flags = /\bbool\b/.test(text) ? FLAGS : [false]
  const choices = accounts.flatMap((own, i) =>
    asked.flatMap((sums, j) =>
      words.flatMap((word, k) =>
        flags.map((flag, l): Choice & { rank: number } => ({
          accounts: own,
          numbers: sums,
          words: [word],
          flag,
          rank: i + j + k + l,
        })),
      ),
    ),
  )
  const calls = choices.toSorted((a, b) => a.rank - b.rank).flatMap((choice) => callWith(made, choice) ?? [])
  return [...new Set(calls)].map((data) => callAs(from, contract, data))
}

function ordersOf(
  [one, other]: readonly [Address, Address],
  count: number,
  order: RoleOrder | undefined,
): (readonly Address[])[] {
  if (count === 0) return [[]]
  if (count === 1) return [[other], [one]]
  const [given, reversed] = [
    [one, other],
    [other, one],
  ]
  return order === undefined ? [given, reversed] : order === 'given' ? [given] : [reversed]
}

function numbersOf({ amounts, ids }: RoleNumbers, count: number): (readonly bigint[])[] {
  if (count === 0) return [[]]
  if (count === 1) return [...ids, ...amounts].map((one) => [one])
  const [first = 0n] = amounts
  const about = ids.map((id) => [id, first])
  return [...about, ...amounts.map((one) => [one]), ...ids.map((id) => [first, id])]
}
