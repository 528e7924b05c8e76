import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { MessageForm, TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'

/** Typed data and the account that is asked to sign it. */
export type TypedMessage = Extract<MessageForm, { type: 'typed-data' }> & { account: Address }

/** Reads a family of types from a message; null when the message is of none of them. */
export type Recogniser = (message: TypedMessage) => SignedIntent[] | null

/** Types match by their whole text: a contract accepts no other, and a name alone proves nothing. */
export type KnownTypes = Readonly<Record<string, (message: TypedMessage) => SignedIntent[]>>

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
