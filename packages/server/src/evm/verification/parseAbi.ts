import type { Address, Hex } from '@redoubt/risk/address.ts'
import { visibleText } from '../../lib/cleanText.ts'
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

/** The deepest that these services answer is an ABI: its items, and a level or two for each struct in a struct. */
const MAX_PARSE_JSON_DEPTH = 64

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * JSON of a stranger, no deeper than 64 levels: three megabytes of brackets keep `JSON.parse` busy for half a second, and one
 * look at each letter takes a few milliseconds.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (isText) {
      if (letter === BACKSLASH) at++
      else if (letter === QUOTE) isText = false
    } else if (letter === QUOTE) isText = true
    else if (letter === OPEN_LIST || letter === OPEN_OBJECT) {
      if (++depth > MAX_PARSE_JSON_DEPTH) throw new SyntaxError('JSON deeper than 64 levels')
    } else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) depth--
  }
  return JSON.parse(text)
}

// Members of a service's answer, read as what they must be. Anything else is null: unknown, never a guess.

export function object(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** A contract's name, as a stranger wrote it. */
export function nameOf(value: unknown): string | null {
  return typeof value === 'string' ? visibleText(value) || null : null
}

/** `0.8.24` of `v0.8.24+commit.e11b9ed9`; `vyper 0.3.7` of `vyper:0.3.7`. */
export function compilerOf(version: unknown, language?: unknown): string | null {
  if (typeof version !== 'string') return null
  const found = /^(vyper:)?v?(\d{1,3}\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(version)
  if (found === null) return null
  const isVyper = found[1] !== undefined || (typeof language === 'string' && language.toLowerCase() === 'vyper')
  return `${isVyper ? 'vyper ' : ''}${found[2]}`
}

export function addressOf(value: unknown): Address | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? (value.toLowerCase() as Address) : null
}

export function hashOf(value: unknown): Hex | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? (value.toLowerCase() as Hex) : null
}

/** A decimal number, as these services write block numbers and Unix seconds: text or JSON number. */
export function integerOf(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? BigInt(value) : null
}
