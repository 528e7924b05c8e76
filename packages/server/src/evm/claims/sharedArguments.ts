import type { Hex } from '@redoubt/risk/address.ts'
import { decodeAbiParameters } from 'viem/utils'
import { argumentTypes } from '../privileges/calls/argumentPlan.ts'

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
  if (values === null) return null
  const first = types.findIndex((type, at) => known[at] !== type)
  const common = first < 0 ? types.length : first
  const left = known.map((type, at) => ({ type, value: values[at] })).slice(common)
  const shared = types.map((type, at) => {
    if (at < common) return isOwn(values[at]) ? undefined : values[at]
    if (!DYNAMIC.test(type) && !type.startsWith('(')) return undefined
    const index = left.findIndex((one) => one.type === type)
    return index < 0 ? undefined : left.splice(index, 1)[0]?.value
  })
  return shared.some((value) => value !== undefined) ? shared : null
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
