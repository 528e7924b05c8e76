import type { Hex } from '@redoubt/risk/address.ts'
import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils'
import { argumentTypes } from '../../privileges/calls/argumentPlan.ts'

/** A call that was made, with the types of its arguments. */
export type MadeCall = { types: string; data: Hex }

/** Longer argument lists are not compared. */
const MAX_ARGUMENTS = 32
const DYNAMIC = /\[\]|\bbytes\b|\bstring\b/

/**
 * Types of a list of arguments, with tuples of fixed size taken apart: calls encode both alike, and code alone shows only the parts.
 */
export function flatTypes(text: string): string[] {
  return argumentTypes(text).flatMap((type) => {
    const isFixedTuple = type.startsWith('(') && type.endsWith(')') && !DYNAMIC.test(type)
    return isFixedTuple ? flatTypes(type.slice(1, -1)) : [type]
  })
}

/**
 * Values that a call has in common with one that was made, by place: those of the first arguments, as long as their types agree, and
 * lists, bytes and tuples of a type that the made call has, too. What a market, a pool or a lock is told by at the deposit tells it at the
 * withdrawal as well. Undefined where another value has to be found. Null: nothing is common.
 */
export function sharedValues(
  types: readonly string[],
  made: MadeCall,
  isOwn: (value: unknown) => boolean,
): unknown[] | null {
  const known = flatTypes(made.types)
  if (types.length > MAX_ARGUMENTS || known.length > MAX_ARGUMENTS) return null
  const values = decoded(known, made.data)
  const first = values === null ? 0 : types.findIndex((type, at) => known[at] !== type)
  const common = first < 0 ? types.length : first
  const left = values === null ? [] : known.map((type, at) => ({ type, value: values[at] })).slice(common)
  const shared = types.map((type, at) => {
    if (at < common) return isOwn(values?.[at]) ? undefined : values?.[at]
    if (!DYNAMIC.test(type) && !type.startsWith('(')) return undefined
    const index = left.findIndex((one) => one.type === type)
    return index < 0 ? pointedAt(type, made.data) : left.splice(index, 1)[0]?.value
  })
  return shared.some((value) => value !== undefined) ? shared : null
}

/** Words at the beginning of a call that may point at a list or a struct. */
const MAX_HEAD = 8
const WORD = 64

/**
 * A struct of this type that the call data hold, where their first words point. Code alone does not show the structs of every function,
 * so the type of the other function is tried, and counts where it encodes to the same bytes.
 */
function pointedAt(type: string, data: Hex): unknown {
  if (!type.startsWith('(')) return undefined
  const body = data.slice(10)
  const parameter = parameterOf(type)
  for (const word of (body.match(/.{64}/g) ?? []).slice(0, MAX_HEAD)) {
    const offset = BigInt(`0x${word}`) * 2n
    if (offset === 0n || offset % BigInt(WORD) !== 0n || offset >= BigInt(body.length)) continue
    const rest = `${'20'.padStart(WORD, '0')}${body.slice(Number(offset))}`
    try {
      const [value] = decodeAbiParameters([parameter], `0x${rest}`)
      if (`0x${rest}`.startsWith(encodeAbiParameters([parameter], [value]))) return value
    } catch {
      // It points at something else.
    }
  }
  return undefined
}

function decoded(types: readonly string[], data: Hex): readonly unknown[] | null {
  try {
    const parameters = types.map((type) => parameterOf(type))
    return decodeAbiParameters(parameters, `0x${data.slice(10)}`)
  } catch {
    // The types were recovered from code, and are not those that it was called with.
    return null
  }
}

type Parameter = { type: string; components?: Parameter[] }

/** The parameter of a type as text; tuples have unnamed components. */
export function parameterOf(type: string): Parameter {
  const tuple = /^\((.*)\)((?:\[\d*\])*)$/.exec(type)
  if (tuple === null) return { type }
  return { type: `tuple${tuple[2] ?? ''}`, components: argumentTypes(tuple[1] ?? '').map(parameterOf) }
}
