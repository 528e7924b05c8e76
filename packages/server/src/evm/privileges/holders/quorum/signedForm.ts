import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import type { ForgedSignature } from '../../drainingCalls.ts'
import { typesOf, word } from '../commandCalls.ts'

type AbiParameter = { type: string }
const ZERO: Address = `0x${'0'.repeat(40)}`
/** Later than each deadline, and more than the gas of each call. */
const FAR = 1n << 40n
const MAX_WAYS = 8

/** A call that is asked for, with the signatures beside it. */
type Signed = { receiver: Address; marker: bigint; numbers: readonly bigint[]; signatures: readonly ForgedSignature[] }

/** A function that makes a call of the signers’ choice. `numbersOf`: values of its other numbers. `data`: null where they do not fit. */
export type SignedForm = {
  made: ContractFunction
  numbersOf(stated: readonly bigint[]): bigint[][]
  data(signed: Signed): Hex | null
}

/**
 * Reads a function with an account, the data of a call, and signatures: side by side in bytes, in a list of bytes, or in three lists of their parts.
 * Empty for others.
 */
export function formOf(made: ContractFunction): SignedForm[] {
  const parameters = parametersOf(made)
  const placesOf = (type: string) => parameters.flatMap((one, at) => (one.type === type ? [at] : []))
  const [bytes, lists, recoveries] = [placesOf('bytes'), placesOf('bytes[]'), placesOf('uint8[]')]
  // Code alone shows words as numbers.
  const parts = [...placesOf('bytes32[]'), ...placesOf('uint256[]')]
  const receiverAt = placesOf('address')[0]
  const [dataAt] = bytes
  if (receiverAt === undefined || dataAt === undefined) return []
  const joinedAt = lists.length === 0 && parts.length === 0 && bytes.length > 1 ? bytes.at(-1) : undefined
  const isParted = parts.length === 2 && recoveries.length === 1
  if (joinedAt === undefined && lists.length !== 1 && !isParted) return []
  const isNumber = ({ type }: AbiParameter) => /^u?int\d*$/.test(type)
  const valueAt = parameters.findIndex((one, at) => at > receiverAt && at < dataAt && isNumber(one))
  const others = parameters.flatMap((one, at) => (isNumber(one) && at !== valueAt ? [at] : []))
  return [{ made, numbersOf, data }]

  function numbersOf(stated: readonly bigint[]): bigint[][] {
    const [one, two] = [others.length > 0, others.length > 1]
    const same = [0n, FAR, ...stated].map((value) => others.map(() => value))
    const mixed = stated.flatMap((value) => [
      others.map((_, at) => (at === 0 ? value : FAR)),
      others.map((_, at) => (at === 0 ? FAR : value)),
    ])
    return one ? [...same, ...(two ? mixed : [])].slice(0, MAX_WAYS) : [[]]
  }

  function data({ receiver, marker, numbers, signatures }: Signed): Hex | null {
    const joined: Hex = `0x${signatures.map(({ bytes: one }) => one.slice(2)).join('')}`
    const values = parameters.map(({ type }, at) => {
      if (at === receiverAt) return receiver
      if (at === dataAt) return word(marker)
      if (at === joinedAt) return joined
      if (at === lists[0]) return signatures.map(({ bytes: one }) => one)
      if (isParted && at === recoveries[0]) return signatures.map(({ v }) => v)
      if (isParted && parts.includes(at)) return partsOf(signatures, type, at === parts[0] ? 0 : 1)
      return otherValue(type, numbers[others.indexOf(at)] ?? 0n)
    })
    try {
      return `${made.selector}${encodeAbiParameters(parameters as never, values as never).slice(2)}`
    } catch {
      return null
    }
  }
}

function partsOf(signatures: readonly ForgedSignature[], type: string, which: 0 | 1): unknown[] {
  return signatures.map(({ words }) => (type === 'uint256[]' ? words[which] : word(words[which])))
}

function parametersOf(made: ContractFunction): readonly AbiParameter[] {
  try {
    return parseAbiParameters(typesOf(made))
  } catch {
    return []
  }
}

function otherValue(type: string, number: bigint): unknown {
  if (type.endsWith(']')) return []
  if (type === 'address') return ZERO
  if (type === 'bool') return false
  if (type === 'bytes' || type === 'string') return type === 'bytes' ? '0x' : ''
  const fixed = /^bytes(\d+)$/.exec(type)
  if (fixed !== null) return `0x${'00'.repeat(Number(fixed[1]))}`
  const bits = Number(/\d+$/.exec(type)?.[0] ?? 256)
  return number >> BigInt(bits) === 0n ? number : 0n
}
