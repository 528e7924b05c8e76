import type { Hex } from '@redoubt/risk/address.ts'
import { visibleText } from '../../lib/cleanText.ts'
import { signaturesOf } from './abiIndex.ts'
import { type AbiParameter, parseSignature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'
import { renderValue } from './renderValue.ts'

const ERROR_STRING = parseSignature('Error(string message)')
const PANIC = parseSignature('Panic(uint256 code)')
/** Solidity documentation, "Panic via assert and Error via require". */
const PANICS: Readonly<Record<string, string>> = {
  1: 'assertion failed',
  17: 'arithmetic overflow or underflow',
  18: 'division by zero',
  33: 'invalid enum value',
  34: 'corrupt storage byte array',
  49: 'pop on an empty array',
  50: 'array index out of bounds',
  65: 'out of memory',
  81: 'call to an uninitialised function',
}
const SHOWN_POINTS = 200

/**
 * The reason in a REVERT's output, cleaned and bounded: the message of `Error(string)`, a panic in words, a custom error of
 * the ABI index with its arguments, text that old contracts return bare, else the selector. Null for an empty output.
 */
export function decodeRevert(output: Hex): string | null {
  const hex = output.slice(2).toLowerCase()
  if (hex.length === 0) return null
  const selector = hex.slice(0, 8)
  const data = hex.slice(8)
  if (selector === '08c379a0') {
    const message = decodeArguments(ERROR_STRING.inputs, data)?.values[0]
    if (typeof message === 'string') return visibleText(message, SHOWN_POINTS) || 'an empty message'
  }
  if (selector === '4e487b71') {
    const code = decodeArguments(PANIC.inputs, data)?.values[0]
    if (typeof code === 'bigint') return `panic: ${PANICS[String(code)] ?? `code ${code}`}`
  }
  for (const { name, inputs } of signaturesOf('error', selector)) {
    const decoded = decodeArguments(inputs, data)
    if (decoded !== null) return visibleText(`${name}(${renderArguments(inputs, decoded.values)})`, SHOWN_POINTS)
  }
  const bytes = Buffer.from(hex.slice(0, 1024), 'hex')
  if (bytes.length > 0 && bytes.every((byte) => byte >= 0x20 && byte < 0x7f))
    return visibleText(bytes.toString('latin1'), SHOWN_POINTS)
  return hex.length >= 8 ? `custom error 0x${selector}` : `output 0x${hex}`
}

function renderArguments(inputs: readonly AbiParameter[], values: readonly unknown[]): string {
  return inputs
    .map(({ name, type }, index) => `${name === '' ? '' : `${name}: `}${renderValue(type, values[index])}`)
    .join(', ')
}
