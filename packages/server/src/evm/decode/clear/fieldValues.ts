import type { Address, Hex } from '@redoubt/risk/address.ts'
import { type AbiParameter, type AbiType, parseSignature } from '../abiTypes.ts'

/** One value with its type. Values as decodeArguments returns them. */
export type TypedArgument = { type: AbiType; value: unknown }

/** What paths lead through. */
export type Described = {
  inputs: readonly AbiParameter[]
  values: readonly unknown[]
  /** What `@.to`, `@.value` and `@.from` mean; null where not known. */
  container: { to: Address | null; value: bigint | null; from: Address | null; chainId?: bigint | null }
}

const [ADDRESS, NATIVE] = parseSignature('of(address,uint256)').inputs.map(({ type }) => type) as [AbiType, AbiType]
const BYTES = parseSignature('of(bytes)').inputs[0]?.type as AbiType
/** Segments of a path of our own: the tokens at the ends of a path of pools. */
export const [FIRST_TOKEN, LAST_TOKEN] = ['[first token]', '[last token]']
/** How descriptors write the last token. */
const LAST_BYTES = '[-20:]'
/** Bytes of an address, and of a pool with the address behind it (Uniswap V3: a fee of three bytes between two addresses). */
const [TOKEN_BYTES, POOL_BYTES] = [20, 23]
const EACH = '[]'
/** Elements of a list that is shown; a longer one is not, rather than in part. */
const MAX = 128

/**
 * The values at a path of ERC-7730: `desc.amount`, `pools.[-1]`, `owners.[]` (each), `token.[-20:]` (bytes), `@.value`. A
 * number stands for the parameter at that place. Empty where the path leads nowhere: nothing is ever guessed.
 */
export function fieldValues(path: string, { inputs, values, container }: Described): TypedArgument[] {
  const [first = '', ...rest] = path.split('.')
  if (first === '@') return containerValue(rest.join('.'), container)
  const at = /^\d+$/.test(first) ? Number(first) : inputs.findIndex(({ name }) => name === first)
  const type = inputs[at]?.type
  if (type === undefined || (/^\D/.test(first) && inputs.some(({ name }, other) => name === first && other !== at)))
    return []
  return rest.reduce<TypedArgument[]>(
    (found, segment) => found.flatMap((one) => step(one, segment)),
    [{ type, value: values[at] }],
  )
}

/**
 * What goes with one of `count` values: of lists the element at the same place, a single value with each. Undefined where the path
 * leads to another number of values: which goes with which cannot be told.
 */
export function pairedValue(
  path: string,
  described: Described,
  { at, count }: { at: number; count: number },
): TypedArgument | undefined {
  const found = fieldValues(path, described)
  if (found.length === count) return found[at]
  return found.length === 1 && !path.split('.').includes(EACH) ? found[0] : undefined
}

function containerValue(member: string, { to, value, from, chainId = null }: Described['container']): TypedArgument[] {
  if (member === 'chainId') return chainId === null ? [] : [{ type: NATIVE, value: chainId }]
  if (member === 'value') return value === null ? [] : [{ type: NATIVE, value }]
  const address = member === 'to' ? to : member === 'from' ? from : null
  return address === null ? [] : [{ type: ADDRESS, value: address }]
}

function step({ type, value }: TypedArgument, segment: string): TypedArgument[] {
  if (type.kind === 'tuple') {
    const at = type.components.findIndex(({ name }) => name === segment)
    const member = type.components[at]
    return member === undefined ? [] : [{ type: member.type, value: (value as unknown[])[at] }]
  }
  const element = /^\[(-?\d*)\]$/.exec(segment)
  if (type.kind === 'array' && element !== null) {
    const elements = value as unknown[]
    if (element[1] === '') return elements.length > MAX ? [] : elements.map((one) => ({ type: type.item, value: one }))
    const index = Number(element[1])
    return index < elements.length && index >= -elements.length ? [{ type: type.item, value: elements.at(index) }] : []
  }
  if (segment === FIRST_TOKEN || segment === LAST_TOKEN) {
    if (type.kind !== 'bytes' || !isPoolPath(value as Hex)) return []
    return step({ type, value }, segment === FIRST_TOKEN ? `[0:${TOKEN_BYTES}]` : LAST_BYTES)
  }
  if (type.kind === 'bytes' && segment === LAST_BYTES && !endsWithAddress(value as Hex)) return []
  const slice = /^\[(-?\d*):(-?\d*)\]$/.exec(segment)
  if (type.kind === 'array' && slice !== null) {
    const elements = (value as unknown[]).slice(Number(slice[1] || 0), slice[2] === '' ? undefined : Number(slice[2]))
    return elements.length > MAX ? [] : elements.map((one) => ({ type: type.item, value: one }))
  }
  const hex = slice === null ? null : bytesOf(type, value)
  if (slice === null || hex === null) return []
  const bytes = Buffer.from(hex.slice(2), 'hex')
  const cut = bytes.subarray(Number(slice[1] || 0), slice[2] === '' ? bytes.length : Number(slice[2]))
  return [{ type: BYTES, value: `0x${cut.toString('hex')}` }]
}

/** Routers ignore what follows the last whole pool: an address there is none that they pay in. */
function isPoolPath(hex: Hex): boolean {
  const pools = (bytesIn(hex) - TOKEN_BYTES) / POOL_BYTES
  return pools >= 1 && Number.isInteger(pools)
}

/** An address, a word that holds one, or a path of pools. */
function endsWithAddress(hex: Hex): boolean {
  return bytesIn(hex) === TOKEN_BYTES || bytesIn(hex) === 32 || isPoolPath(hex)
}

const bytesIn = (hex: Hex) => (hex.length - 2) / 2

/** Integers are 32 bytes, as they lie in the call data. */
function bytesOf(type: AbiType, value: unknown): Hex | null {
  if (type.kind === 'bytes' || type.kind === 'fixedBytes') return value as Hex
  if (type.kind === 'uint') return `0x${(value as bigint).toString(16).padStart(64, '0')}`
  return null
}
