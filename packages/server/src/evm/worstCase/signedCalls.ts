import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { SIGNATURE, SIGNED, SIGNED_V } from '../claims/calls/exitCalls.ts'
import { argumentTypes } from '../privileges/calls/argumentPlan.ts'

type Parameter = { type: string; components?: readonly Parameter[] }
type Scalar = Exclude<TypedValue, TypedStruct | TypedValue[] | null>
type Leaf = { type: string; value: Scalar | TypedValue[] }
type State = { left: Leaf[]; used: number; signed: number; extra: bigint; extras: number }

const MAX_FUNCTIONS = 6
const MAX_CALLS = 12
/** Values of a number that the user of the signature chooses. */
const MAX_EXTRAS = 4

/**
 * Returns calls that hand a contract the members of a message and a signature: its functions that take values of these types in this
 * order and what may be a signature, those that take most members first. Numbers that the message does not fix are chosen by who
 * uses it: nothing, or a number of the message, as what is paid in return is at least the signed minimum.
 */
export function signedCalls(functions: readonly ContractFunction[], struct: TypedStruct): Hex[] {
  const leaves = leavesOf(struct)
  const numbers = leaves.flatMap(({ value }) => (typeof value === 'bigint' ? [value] : []))
  const chosen = [...new Set([0n, ...numbers])].toSorted((a, b) => (a < b ? -1 : 1)).slice(0, 1 + MAX_EXTRAS)
  return functions
    .filter(({ mutability }) => mutability !== 'view' && mutability !== 'pure')
    .flatMap((made) => {
      const usual = callOf(made, leaves, 0n)
      if (usual === null) return []
      const others = usual.extras === 0 ? [] : chosen.slice(1).flatMap((extra) => callOf(made, leaves, extra) ?? [])
      return [{ used: usual.used, calls: [usual, ...others].map(({ data }) => data) }]
    })
    .toSorted((a, b) => b.used - a.used)
    .slice(0, MAX_FUNCTIONS)
    .flatMap(({ calls }) => calls)
    .slice(0, MAX_CALLS)
}

function callOf(
  { selector, signature, arguments: recovered }: ContractFunction,
  leaves: readonly Leaf[],
  extra: bigint,
): { data: Hex; used: number; extras: number } | null {
  const text = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  // Code alone does not tell words from numbers.
  const isSigned = /\bbytes\b(?!\[)/.test(text) || /uint8,(bytes32|uint256),(bytes32|uint256)/.test(text)
  const types = argumentTypes(text)
  if (!isSigned || types.length === 0) return null
  try {
    const parameters = parseAbiParameters(types.join(','))
    const state: State = { left: [...leaves], used: 0, signed: 0, extra, extras: 0 }
    const filled = parameters.map((parameter) => fill(parameter, state))
    // A function that takes few of the members is about something else.
    if (state.used * 2 < leaves.length) return null
    const data: Hex = `${selector}${encodeAbiParameters(parameters, filled as never).slice(2)}`
    return { data, used: state.used, extras: state.extras }
  } catch {
    return null
  }
}

function fill(parameter: Parameter, state: State): unknown {
  const { type } = parameter
  if (type.endsWith(']'))
    return listOf(
      parameter,
      take(state, (leaf) => areAlike(parameter, leaf)),
    )
  if (type === 'tuple') return (parameter.components ?? []).map((one) => fill(one, state))
  const at = state.left.findIndex((leaf) => kindOf(leaf.type) === kindOf(type))
  if (type === 'bytes' && at < 0) return SIGNATURE
  if (type === 'uint8' && state.left[at]?.type !== 'uint8') {
    state.signed = 2
    return Number(SIGNED_V)
  }
  if (state.signed > 0 && (type === 'bytes32' || type === 'uint256')) {
    state.signed--
    return type === 'bytes32' ? `0x${SIGNED.toString(16)}` : SIGNED
  }
  const leaf = take(state, (one) => kindOf(one.type) === kindOf(type))
  if (leaf !== null) return leaf.value
  if (type === 'address') return `0x${'0'.repeat(40)}`
  if (type === 'bool') return true
  if (type === 'string') return ''
  if (type.startsWith('bytes')) return `0x${'0'.repeat(Number(type.slice(5)) * 2)}`
  state.extras++
  return state.extra
}

/** The next member of a kind. In order: what was passed over is not among the arguments. */
function take(state: State, is: (leaf: Leaf) => boolean): Leaf | null {
  const at = state.left.findIndex(is)
  const leaf = state.left[at]
  if (leaf === undefined) return null
  state.left.splice(0, at + 1)
  state.used++
  return leaf
}

/** The elements of a list, each put as the parameter asks. */
function listOf(parameter: Parameter, leaf: Leaf | null): unknown[] {
  if (!Array.isArray(leaf?.value)) return []
  const element = { ...parameter, type: elementOf(parameter.type) }
  return leaf.value.map((value) => {
    const left = leavesOf({ type: '', members: [{ name: '', type: elementOf(leaf.type), value }] })
    return fill(element, { left, used: 0, signed: 0, extra: 0n, extras: 0 })
  })
}

/** Whether the parameter is a list of what the member lists: structs, or values of one kind. */
function areAlike({ type }: Parameter, leaf: Leaf): boolean {
  if (!Array.isArray(leaf.value)) return false
  const [first = null] = leaf.value
  const isStruct = typeof first === 'object' && first !== null && !Array.isArray(first)
  const element = elementOf(type)
  return element === 'tuple' ? isStruct : !isStruct && kindOf(element) === kindOf(elementOf(leaf.type))
}

function elementOf(type: string): string {
  return type.replace(/\[\d*\]$/, '')
}

function kindOf(type: string): string {
  return /^u?int\d*$/.test(type) ? 'number' : type
}

function leavesOf(struct: TypedStruct): Leaf[] {
  return struct.members.flatMap(({ type, value }): Leaf[] => {
    if (value === null) return []
    if (Array.isArray(value)) return [{ type, value }]
    return typeof value === 'object' ? leavesOf(value) : [{ type, value }]
  })
}
