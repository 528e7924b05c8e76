import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { concatHex, encodeAbiParameters, keccak256, parseAbiParameters, stringToHex } from 'viem/utils'
import { argumentTypes } from '../privileges/calls/argumentPlan.ts'

/** One way to call a function. `number`: the number in all places of numbers; null where a call takes none. */
export type BaitCall = { data: Hex; args: string[]; number: bigint | null; made: ContractFunction }

/** What arguments are filled with. */
export type BaitValues = { account: Address; numbers: readonly bigint[]; phrase: Hex }

type Parameter = { type: string; components?: readonly Parameter[] }

const MAX_ARGUMENTS = 6
const COIN = 10n ** 18n
/** Answers that are tried one by one, and one that no short game accepts. */
const ANSWERS = [...Array.from({ length: 21 }, (_, number) => BigInt(number)), 1_000n]
/** Words of storage that may be a price, in wei. */
const MIN_PRICE = 10n ** 13n
const MAX_PRICE = 100n * COIN
const MAX_PRICES = 4

/** A secret of its own, by which a player proves a hash that it set. */
export function phraseOf(name: string): Hex {
  return stringToHex(`redoubt ${name}`)
}

/** The hash of a phrase as a number: a `bytes32` and a `uint256` look the same in code. */
export function hashOf(phrase: Hex): bigint {
  return BigInt(keccak256(phrase))
}

/** Payments to try, in wei, the likeliest first: prices in the code and in storage, and just above each. */
export function pricesOf({ compared }: ContractFunction, words: readonly bigint[]): bigint[] {
  const stored = words.filter((word) => word >= MIN_PRICE && word <= MAX_PRICE)
  const above = stored.map((word) => word + 1n)
  const all = [...(compared?.wei ?? []).toSorted((a, b) => (a < b ? 1 : -1)), ...stored, COIN, ...above]
  return [...new Set(all)].filter((wei) => wei > 0n && wei <= MAX_PRICE).slice(0, MAX_PRICES)
}

/** Ways to call a function with each number; once where it takes none. Empty where its arguments cannot be told. */
export function baitCalls(made: ContractFunction, { account, numbers, phrase }: BaitValues): BaitCall[] {
  const text = made.signature === null ? made.arguments : made.signature.slice(made.signature.indexOf('(') + 1, -1)
  const types = argumentTypes(text)
  if (types.length === 0) return [{ data: made.selector, args: [], number: null, made }]
  if (types.length > MAX_ARGUMENTS) return []
  const hasNumbers = /\b(u?int|bytes)\d+\b|\bu?int\b/.test(text)
  try {
    const parameters = parseAbiParameters(types.join(',')) as readonly Parameter[]
    return (hasNumbers ? numbers : numbers.slice(0, 1)).map((number) => {
      const filled = parameters.map((one) => fill(one, { account, number, phrase }))
      const encoded = encodeAbiParameters(parameters as never, filled as never)
      const data = concatHex([made.selector, encoded])
      return { data, args: filled.map(textOf), number: hasNumbers ? number : null, made }
    })
  } catch {
    // A type that the recovery invented.
    return []
  }
}

/** Answers of a game, and what the contract's storage holds. */
export function answersOf(words: readonly bigint[], phrase: Hex): bigint[] {
  return [...new Set([hashOf(phrase), ...ANSWERS, ...words])]
}

function fill({ type, components = [] }: Parameter, given: { account: Address; number: bigint; phrase: Hex }): unknown {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array !== null) {
    const length = array[2] === '' ? 1 : Math.min(Number(array[2]), 8)
    return Array.from({ length }, () => fill({ type: array[1] ?? '', components }, given))
  }
  if (type === 'address') return given.account
  if (type === 'bool') return true
  if (type === 'tuple') return components.map((one) => fill(one, given))
  const bits = /^u?int(\d*)$/.exec(type)?.[1]
  if (bits !== undefined) {
    const max = 2n ** BigInt(Number(bits || 256) - (type.startsWith('i') ? 1 : 0)) - 1n
    return given.number > max ? max : given.number
  }
  const size = /^bytes(\d+)$/.exec(type)?.[1]
  if (size === undefined) return type === 'string' ? Buffer.from(given.phrase.slice(2), 'hex').toString() : given.phrase
  const bytes = Number(size)
  const short = given.number >> BigInt(8 * bytes) === 0n
  const value = short ? given.number : given.number >> BigInt(256 - 8 * bytes)
  return `0x${value.toString(16).padStart(2 * bytes, '0')}`
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(textOf).join(', ')}]` : String(value)
}
