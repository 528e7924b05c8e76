import type { Address, Hex } from '@redoubt/risk/address.ts'
import { getAddress } from 'viem/utils'
import type { AbiType } from './abiTypes.ts'

/** Bytes shown of one byte string; the rest is counted. */
const SHOWN_BYTES = 256
/** Characters of one rendered argument. */
const SHOWN_TEXT = 2_048

/**
 * Renders one decoded argument as text for people: addresses EIP-55, integers decimal, bytes hex, arrays and tuples in brackets with the
 * members' names. Bounded: omitted parts are counted, never silently dropped. wholeArguments.ts writes the same text without bounds.
 */
export function renderValue(type: AbiType, value: unknown): string {
  const text = render(type, value)
  return text.length <= SHOWN_TEXT
    ? text
    : `${text.slice(0, SHOWN_TEXT)}… (${text.length - SHOWN_TEXT} more characters)`
}

/** Bytes as hex digits, at most 256 of them; the rest is counted. */
export function boundedHex(hex: Hex): string {
  const bytes = hex.length / 2 - 1
  return bytes <= SHOWN_BYTES ? hex : `${hex.slice(0, 2 + SHOWN_BYTES * 2)}… (${bytes} bytes)`
}

function render(type: AbiType, value: unknown): string {
  switch (type.kind) {
    case 'address':
      return getAddress(value as Address)
    case 'string':
      return value as string
    case 'bytes':
      return boundedHex(value as Hex)
    case 'array':
      return `[${renderSome(value as unknown[], (element) => render(type.item, element))}]`
    case 'tuple': {
      const members = value as unknown[]
      return `(${type.components
        .map(({ name, type: member }, index) => `${name === '' ? '' : `${name}: `}${render(member, members[index])}`)
        .join(', ')})`
    }
    default:
      return String(value)
  }
}

/** Stops as soon as the text exceeds the bound: an array may have thousands of elements. */
function renderSome(elements: unknown[], renderOne: (element: unknown) => string): string {
  const parts: string[] = []
  let length = 0
  for (const element of elements) {
    if (length > SHOWN_TEXT) break
    const part = renderOne(element)
    parts.push(part)
    length += part.length + 2
  }
  const left = elements.length - parts.length
  return `${parts.join(', ')}${left > 0 ? `, … (${left} more)` : ''}`
}
