import type { Address } from '@redoubt/risk/address.ts'
import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { getAddress } from 'viem/utils'
import { cleanText } from '../../../lib/cleanText.ts'

const MAX_ROWS = 256
const MAX_TEXT = 1_024
const MAX_BYTES = 256

type Row = { name: string; type: string; value: string }

/** Every value of a struct, depth first, as text for people; what goes beyond 256 rows is counted in a last one. */
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
  if (type === 'string') return cleanText(value, MAX_TEXT)
  const bytes = value.length / 2 - 1
  return bytes <= MAX_BYTES ? value : `${value.slice(0, 2 + MAX_BYTES * 2)}… (${bytes} bytes)`
}
