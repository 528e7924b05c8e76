import type { AbiItem, AbiParameter } from './explorer.ts'

const MAX_ITEMS = 2_000
/** Parameters and their components in the whole ABI. */
const MAX_PARAMETERS = 20_000
const MAX_DEPTH = 8
const TYPES: readonly AbiItem['type'][] = ['function', 'event', 'error', 'constructor', 'fallback', 'receive']
const MUTABILITIES = ['pure', 'view', 'nonpayable', 'payable'] as const
const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]{0,127}$/
/** Elementary types and tuples, with array suffixes. The decoder checks the exact widths. */
const TYPE =
  /^(address|bool|string|function|u?int\d{0,3}|bytes\d{0,2}|u?fixed(\d{1,3}x\d{1,2})?|tuple)(\[\d{0,9}\]){0,6}$/

/**
 * A stranger's ABI made safe to hand on: the first 2,000 items, only known members, no item that is not well formed. Null when
 * nothing is left, or it is no list.
 */
export function parseAbi(value: unknown): AbiItem[] | null {
  if (!Array.isArray(value)) return null
  const budget = { left: MAX_PARAMETERS }
  const items = value.slice(0, MAX_ITEMS).flatMap((one) => itemOf(one, budget) ?? [])
  return items.length === 0 ? null : items
}

function itemOf(value: unknown, budget: { left: number }): AbiItem | null {
  if (typeof value !== 'object' || value === null) return null
  const { type = 'function', name, inputs, outputs, stateMutability, anonymous } = value as Record<string, unknown>
  const known = TYPES.find((one) => one === type)
  if (known === undefined) return null
  const item: AbiItem = { type: known }
  if (known === 'function' || known === 'event' || known === 'error') {
    if (typeof name !== 'string' || !IDENTIFIER.test(name)) return null
    item.name = name
  }
  if (known !== 'fallback' && known !== 'receive') {
    const given = parametersOf(inputs ?? [], budget, 0)
    if (given === null) return null
    item.inputs = given
  }
  if (known === 'function') {
    const returned = parametersOf(outputs ?? [], budget, 0)
    if (returned === null) return null
    item.outputs = returned
  }
  const mutability = MUTABILITIES.find((one) => one === stateMutability)
  if (mutability !== undefined) item.stateMutability = mutability
  if (known === 'event' && anonymous === true) item.anonymous = true
  return item
}

function parametersOf(value: unknown, budget: { left: number }, depth: number): AbiParameter[] | null {
  if (!Array.isArray(value) || depth > MAX_DEPTH || value.length > budget.left) return null
  budget.left -= value.length
  const parameters: AbiParameter[] = []
  for (const one of value) {
    if (typeof one !== 'object' || one === null) return null
    const { name, type, indexed, components } = one as Record<string, unknown>
    if (typeof type !== 'string' || !TYPE.test(type)) return null
    // A name is a comment: one that is no identifier costs the name, not the function.
    const parameter: AbiParameter = { name: typeof name === 'string' && IDENTIFIER.test(name) ? name : '', type }
    if (indexed === true) parameter.indexed = true
    if (type.startsWith('tuple')) {
      const members = parametersOf(components, budget, depth + 1)
      if (members === null) return null
      parameter.components = members
    }
    parameters.push(parameter)
  }
  return parameters
}
