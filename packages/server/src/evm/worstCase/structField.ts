import type { SignedMessage, TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'

/** The signed struct; null when the message is no typed data. */
export function structOf({ form }: SignedMessage): TypedStruct | null {
  return form.type === 'typed-data' ? form.struct : null
}

/** A member of the struct; null when there is none of the name. */
export function fieldOf(struct: TypedStruct | null, name: string): TypedValue {
  return struct?.members.find((member) => member.name === name)?.value ?? null
}

/** An integer member; null when there is none. */
export function integerOf(struct: TypedStruct | null, name: string): bigint | null {
  const value = fieldOf(struct, name)
  return typeof value === 'bigint' ? value : null
}
