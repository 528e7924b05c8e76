import type { Hex } from '@redoubt/risk/address.ts'
import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { encodeAbiParameters } from 'viem/utils'

export type Parameter = { type: string; name?: string; components?: readonly Parameter[] }
type Scalar = Exclude<TypedValue, TypedStruct | TypedValue[] | null>
/** A member of the signed struct, those of inner structs in their order. */
export type Leaf = { type: string; value: Scalar | TypedValue[] }
/** One place of the call data that takes a value, in the order of the arguments. */
export type Place = { type: string; list: Parameter | null }

/** Elements of a list of fixed length that are told apart. */
const MAX_FIXED = 4
const LIST = /\[(\d*)\]$/

/** Returns the members of a struct, those of inner structs in their order. */
export function leavesOf(struct: TypedStruct): Leaf[] {
  return struct.members.flatMap(({ type, value }): Leaf[] => {
    if (value === null) return []
    if (Array.isArray(value)) return [{ type, value }]
    return typeof value === 'object' ? leavesOf(value) : [{ type, value }]
  })
}

/** The places of arguments. `opens`: a list of structs is opened as a list of one, as that of the orders to settle. */
export function placesOf(parameters: readonly Parameter[], opens: boolean): Place[] {
  return parameters.flatMap((parameter): Place[] => {
    const { type, components = [] } = parameter
    const list = LIST.exec(type)
    if (list === null) return type === 'tuple' ? placesOf(components, opens) : [{ type, list: null }]
    const element = { ...parameter, type: type.replace(LIST, '') }
    const length = list[1] === '' ? (opens && element.type === 'tuple' ? 1 : 0) : Number(list[1])
    if (length === 0 || length > MAX_FIXED) return [{ type, list: parameter }]
    return Array.from({ length }).flatMap(() => placesOf([element], opens))
  })
}

/** Call data with these values in the places, in their order. Null where a value does not fit. */
export function encodePlaces(parameters: readonly Parameter[], values: readonly unknown[], opens: boolean): Hex | null {
  let at = 0
  const build = (parameter: Parameter): unknown => {
    const { type, components = [] } = parameter
    const list = LIST.exec(type)
    if (list === null) return type === 'tuple' ? components.map(build) : values[at++]
    const element = { ...parameter, type: type.replace(LIST, '') }
    const length = list[1] === '' ? (opens && element.type === 'tuple' ? 1 : 0) : Number(list[1])
    if (length === 0 || length > MAX_FIXED) return values[at++]
    return Array.from({ length }, () => build(element))
  }
  try {
    return encodeAbiParameters(parameters as never, parameters.map(build) as never)
  } catch {
    return null
  }
}

/** The struct in ABI encoding, as a contract decodes it from bytes. Null where it has a member without a value. */
export function encodeStruct(struct: TypedStruct): Hex | null {
  try {
    return encodeAbiParameters([parameterOf('tuple', struct)] as never, [argumentOf(struct)] as never)
  } catch {
    return null
  }
}

function parameterOf(type: string, value: TypedValue): Parameter {
  if (Array.isArray(value)) {
    const [first = null] = value
    const element = parameterOf(type.replace(LIST, ''), first)
    return { ...element, type: `${element.type}${LIST.exec(type)?.[0] ?? ''}` }
  }
  if (value === null || typeof value !== 'object') return { type }
  return { type: 'tuple', components: value.members.map((member) => parameterOf(member.type, member.value)) }
}

function argumentOf(value: TypedValue): unknown {
  if (Array.isArray(value)) return value.map(argumentOf)
  return value !== null && typeof value === 'object' ? value.members.map((member) => argumentOf(member.value)) : value
}

/** The value as a parameter of the type takes it; undefined where it cannot. A recovered word takes whatever fills one. */
export function valueFor(type: string, leaf: Leaf, isRecovered: boolean): unknown {
  const { value } = leaf
  if (Array.isArray(value)) return undefined
  if (kindOf(leaf.type) === kindOf(type)) return value
  if (!isRecovered || !/^(u?int\d*|bytes32|address)$/.test(type)) return undefined
  const word = wordOf(leaf.type, value)
  if (word === null) return undefined
  if (type === 'bytes32') return `0x${word.toString(16).padStart(64, '0')}`
  return type === 'address' ? undefined : word
}

/** A list of the signed struct as a list parameter takes it; undefined where it cannot. */
export function listFor(parameter: Parameter, leaf: Leaf): unknown {
  if (!Array.isArray(leaf.value)) return undefined
  const element = { ...parameter, type: parameter.type.replace(LIST, '') }
  const type = leaf.type.replace(LIST, '')
  const filled = leaf.value.map((value) => elementFor(element, type, value))
  return filled.includes(undefined) ? undefined : filled
}

function elementFor(element: Parameter, type: string, value: TypedValue): unknown {
  if (value === null) return undefined
  if (Array.isArray(value)) return listFor(element, { type, value })
  if (typeof value !== 'object') return valueFor(element.type, { type, value }, false)
  if (element.type !== 'tuple') return undefined
  const leaves = leavesOf(value)
  const components = placesOf(element.components ?? [], false)
  if (leaves.length !== components.length) return undefined
  const values = components.map((place, at) => {
    const leaf = leaves[at]
    if (leaf === undefined) return undefined
    return place.list === null ? valueFor(place.type, leaf, true) : listFor(place.list, leaf)
  })
  return values.includes(undefined) ? undefined : nested(element.components ?? [], values)
}

function nested(components: readonly Parameter[], values: readonly unknown[]): unknown[] {
  let at = 0
  const build = ({ type, components: inner = [] }: Parameter): unknown =>
    type === 'tuple' ? inner.map(build) : values[at++]
  return components.map(build)
}

function wordOf(type: string, value: Scalar): bigint | null {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'bigint') return BigInt.asUintN(256, value)
  const bytes = /^bytes(\d+)$/.exec(type)
  if (bytes !== null) return BigInt(value.padEnd(66, '0'))
  return type === 'address' ? BigInt(value) : null
}

/** Numbers of all widths are of one kind, but for the one of a signature. */
export function kindOf(type: string): string {
  if (type === 'uint8') return type
  return /^u?int\d*$/.test(type) ? 'number' : type
}
