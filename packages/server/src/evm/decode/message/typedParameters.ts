import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { MessageForm, TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { getAddress } from 'viem/utils'
import { InvalidInput } from '../../../domain/sourceErrors.ts'
import { visibleText } from '../../../lib/cleanText.ts'

const MAX_ROWS = 256
const MAX_TEXT = 1_024
const MAX_BYTES = 256

type Row = { name: string; type: string; value: string }

/**
 * Every value of a struct, depth first, as text for people, bounded; what goes beyond 256 rows is counted in a last one.
 * wholeParameters.ts writes them without bounds.
 */
export function typedParameters(struct: TypedStruct): Row[] {
  const rows: Row[] = []
  const left = addStruct(struct, '', rows)
  if (left > 0) rows.push({ name: 'left out', type: 'uint256', value: String(left) })
  return rows
}

/** Returns how many values had no room. */
function addStruct(struct: TypedStruct, prefix: string, rows: Row[]): number {
  return struct.members.reduce((left, { name, type, value }) => left + add(`${prefix}${name}`, type, value, rows), 0)
}

function add(name: string, type: string, value: TypedValue, rows: Row[]): number {
  if (Array.isArray(value) && value.length > 0) {
    const item = type.slice(0, type.lastIndexOf('['))
    return value.reduce<number>((left, element, index) => left + add(`${name}[${index}]`, item, element, rows), 0)
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return addStruct(value, `${name}.`, rows)
  if (rows.length >= MAX_ROWS) return 1
  rows.push({ name, type, value: render(type, value) })
  return 0
}

function render(type: string, value: TypedValue): string {
  if (Array.isArray(value)) return '[]'
  if (typeof value !== 'string') return String(value)
  if (type === 'address') return getAddress(value as Address)
  if (type === 'string') return visibleText(value, MAX_TEXT)
  const bytes = value.length / 2 - 1
  return bytes <= MAX_BYTES ? value : `${value.slice(0, 2 + MAX_BYTES * 2)}… (${bytes} bytes)`
}

/** Typed data and the account that is asked to sign it. */
export type TypedMessage = Extract<MessageForm, { type: 'typed-data' }> & { account: Address }

/** Reads a family of types from a message; null when the message is of none of them. */
export type Recogniser = (message: TypedMessage) => SignedIntent[] | null

/** Types match by their whole text: a contract accepts no other, and a name alone proves nothing. */
type KnownTypes = Readonly<Record<string, (message: TypedMessage) => SignedIntent[]>>

const ZERO = `0x${'0'.repeat(40)}`

/** Reads what a table of types by their text knows. */
export const fromTable =
  (known: KnownTypes): Recogniser =>
  (message) =>
    Object.hasOwn(known, message.encodedType) ? (known[message.encodedType]?.(message) ?? null) : null

/** Returns a struct's values by name, for types whose text was compared: the caller states the fields of that text. */
export function fields<Fields>(struct: TypedStruct): Fields {
  const byName = Object.create(null) as Record<string, unknown>
  for (const { name, value } of struct.members) byName[name] = plain(value)
  return byName as Fields
}

function plain(value: TypedValue): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return value !== null && typeof value === 'object' ? fields(value) : value
}

/** Returns the contract that the domain names; null for a domain without one, which binds the signature to no contract. */
export function verifierOf({ domain }: TypedMessage): Address | null {
  return named(domain.verifyingContract)
}

/** Returns null for the zero address, which contracts write for no account or for any account. */
export function named(address: Address | Hex | null): Address | null {
  return address === ZERO ? null : (address as Address | null)
}

/** 0 where a type means "no limit". */
export function timeOr(value: bigint): bigint | null {
  return value === 0n ? null : value
}

const MAX_SHOWN = 200

/** Returns the error for a message: the path of the member (which may be untrusted text) and the expected value. */
export function invalidMessage(path: string, expected: string): InvalidInput {
  return new InvalidInput(`body.${visibleText(path, MAX_SHOWN)}: expected ${expected}`)
}
