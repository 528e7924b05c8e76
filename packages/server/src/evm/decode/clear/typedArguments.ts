import type { Hex } from '@redoubt/risk/address.ts'
import { visibleText } from '../../../lib/cleanText.ts'
import { type AbiParameter, type AbiType, parseSignature } from '../abiTypes.ts'

/** EIP-712 data as a wallet receives it. All of it is untrusted. */
export type TypedData = {
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  primaryType: string
  domain: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}

const MAX_DEPTH = 8
const MAX_MEMBERS = 2_000
const MAX_TEXT = 256
const IDENTIFIER = /^[A-Za-z_$][\w$]{0,127}$/

/** The data does not fit its own types. Never leaves this file. */
class Mismatch extends Error {}

/**
 * Returns the members of a message as arguments, as if its primary type were a function, so that the paths of descriptors
 * resolve. Null when the message does not fit its own types, or is larger than any honest message.
 */
export function typedArguments({
  types,
  primaryType,
  message,
}: TypedData): { inputs: AbiParameter[]; values: unknown[] } | null {
  try {
    const budget = { left: MAX_MEMBERS }
    const text = `of(${membersOf(types, primaryType, 0, budget)})`
    const { inputs } = parseSignature(text)
    return { inputs, values: inputs.map(({ name, type }) => readAs(type, message[name], budget)) }
  } catch (error) {
    if (error instanceof Mismatch || error instanceof SyntaxError || error instanceof RangeError) return null
    // parseSignature rejects types that no encoder knows.
    if (error instanceof Error && error.constructor === Error) return null
    throw error
  }
}

function membersOf(types: TypedData['types'], struct: string, depth: number, budget: { left: number }): string {
  const members = Object.hasOwn(types, struct) ? types[struct] : undefined
  budget.left -= members?.length ?? 0
  if (members === undefined || depth > MAX_DEPTH || budget.left < 0) throw new Mismatch()
  return members
    .map(({ name, type }) => {
      const [, base = '', suffix = ''] = /^([A-Za-z_$][\w$:]*)((?:\[\d*\])*)$/.exec(type) ?? []
      if (base === '' || !IDENTIFIER.test(name)) throw new Mismatch()
      const inner = Object.hasOwn(types, base) ? `(${membersOf(types, base, depth + 1, budget)})` : base
      return `${inner.replace(/^(u?int)$/, '$1256')}${suffix} ${name}`
    })
    .join(',')
}

function readAs(type: AbiType, value: unknown, budget: { left: number }): unknown {
  if (--budget.left < 0) throw new Mismatch()
  switch (type.kind) {
    case 'tuple': {
      if (typeof value !== 'object' || value === null) throw new Mismatch()
      const members = value as Record<string, unknown>
      return type.components.map(({ name, type: member }) => readAs(member, members[name], budget))
    }
    case 'array':
      if (!Array.isArray(value)) throw new Mismatch()
      return value.map((one) => readAs(type.item, one, budget))
    case 'uint':
    case 'int':
      return integer(value)
    case 'bool':
      return value === true || value === 'true'
    case 'string':
      return visibleText(String(value ?? ''), MAX_TEXT)
    case 'address':
      return hex(value, 40)
    default:
      return hex(value, null)
  }
}

function integer(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  const text = String(value)
  if ((typeof value !== 'string' && typeof value !== 'number') || !/^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text))
    throw new Mismatch()
  return BigInt(text)
}

function hex(value: unknown, digits: number | null): Hex {
  if (
    typeof value !== 'string' ||
    !/^0x([0-9a-fA-F]{2})*$/.test(value) ||
    (digits !== null && value.length !== digits + 2)
  )
    throw new Mismatch()
  return value.toLowerCase() as Hex
}
