import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { SIGNATURE, SIGNED, SIGNED_V } from '../claims/exitCalls.ts'
import { argumentTypes } from '../privileges/calls/argumentPlan.ts'

type Parameter = { type: string; components?: readonly Parameter[] }
type Leaf = { type: string; value: Exclude<TypedValue, TypedStruct | TypedValue[] | null> }

const MAX_CALLS = 6

/**
 * Returns calls that hand a contract the members of a message and a signature: its functions that take values of these types in this
 * order and what may be a signature, those that take most members first.
 */
export function signedCalls(functions: readonly ContractFunction[], struct: TypedStruct): Hex[] {
  const leaves = leavesOf(struct)
  return functions
    .filter(({ mutability }) => mutability !== 'view' && mutability !== 'pure')
    .flatMap((made) => {
      const call = callOf(made, leaves)
      return call === null ? [] : [call]
    })
    .toSorted((a, b) => b.used - a.used)
    .slice(0, MAX_CALLS)
    .map(({ data }) => data)
}

function callOf(
  { selector, signature, arguments: recovered }: ContractFunction,
  leaves: readonly Leaf[],
): { data: Hex; used: number } | null {
  const text = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  // Code alone does not tell words from numbers.
  const isSigned = /\bbytes\b(?!\[)/.test(text) || /uint8,(bytes32|uint256),(bytes32|uint256)/.test(text)
  const types = argumentTypes(text)
  if (!isSigned || types.length === 0) return null
  try {
    const parameters = parseAbiParameters(types.join(','))
    const state = { left: [...leaves], used: 0, signed: 0 }
    const filled = parameters.map((parameter) => fill(parameter, state))
    // A function that takes few of the members is about something else.
    if (state.used * 2 < leaves.length) return null
    return { data: `${selector}${encodeAbiParameters(parameters, filled as never).slice(2)}`, used: state.used }
  } catch {
    return null
  }
}

function fill(parameter: Parameter, state: { left: Leaf[]; used: number; signed: number }): unknown {
  const { type } = parameter
  if (type.endsWith(']')) return []
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
  const leaf = state.left[at]
  if (leaf !== undefined) {
    // In order: what was passed over is not among the arguments.
    state.left.splice(0, at + 1)
    state.used++
    return leaf.value
  }
  if (type === 'address') return `0x${'0'.repeat(40)}`
  if (type === 'bool') return true
  if (type === 'string') return ''
  return type.startsWith('bytes') ? `0x${'0'.repeat(Number(type.slice(5)) * 2)}` : 0n
}

function kindOf(type: string): string {
  return /^u?int/.test(type) ? 'number' : type
}

function leavesOf(struct: TypedStruct): Leaf[] {
  const visit = (type: string, value: TypedValue): Leaf[] => {
    if (value === null) return []
    if (Array.isArray(value)) return value.flatMap((one) => visit(type.replace(/\[\d*\]$/, ''), one))
    if (typeof value === 'object') return leavesOf(value)
    return [{ type, value }]
  }
  return struct.members.flatMap(({ type, value }) => visit(type, value))
}
