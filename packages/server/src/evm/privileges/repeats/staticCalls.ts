import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { word } from '../../trade/trader.ts'
import { argumentTypes } from '../calls/argumentPlan.ts'

const MAX_ARGUMENTS = 4
const MAX_CALLS = 16

/** Values of arguments. `ids`: what a first number may name; `numbers`: those behind it, and of a function with one number. */
export type StaticValues = { ids: readonly bigint[]; numbers: readonly bigint[]; accounts: readonly Address[] }

/** Returns calls of a function whose arguments are words each. Where the first number is an id, each further one is a number. */
export function staticCalls(
  { selector, signature, arguments: recovered }: Pick<ContractFunction, 'selector' | 'signature' | 'arguments'>,
  { ids, numbers, accounts }: StaticValues,
): Hex[] {
  const text = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  const types = argumentTypes(text)
  if (types.length === 0 || types.length > MAX_ARGUMENTS || !types.every(isWord)) return []
  const count = types.filter(isNumber).length
  if (count === 0 && !types.includes('address')) return []
  const rows = count < 2 ? numbers.map((one) => [one]) : numbers.flatMap((one) => ids.map((id) => [id, one]))
  const chosen = rows.length === 0 && count === 0 ? [[]] : rows
  const named = types.includes('address') ? accounts : [null]
  // The largest number comes last, so that it overwrites smaller ones.
  const calls = chosen.flatMap((row) =>
    named.map((account): Hex => {
      let at = 0
      const words = types.map((type) => {
        if (type === 'address') return word(account ?? 0n)
        if (type === 'bool') return word(1n)
        return word(row[Math.min(at++, row.length - 1)] ?? 0n)
      })
      return `${selector}${words.join('')}`
    }),
  )
  return [...new Set(calls)].slice(-MAX_CALLS)
}

function isNumber(type: string): boolean {
  return /^(?:u?int\d*|bytes32)$/.test(type)
}

function isWord(type: string): boolean {
  return isNumber(type) || type === 'address' || type === 'bool'
}
