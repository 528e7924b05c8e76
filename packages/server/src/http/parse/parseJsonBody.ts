import { isUtf8 } from 'node:buffer'
import { ApiError } from '../../errors.ts'

/** Far more than any documented body needs (5), far less than what makes a recursive reader slow. */
const DEEPEST = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/**
 * Reads a JSON text (RFC 8259). Nesting is bounded before anything is built. Refused are members that would
 * change an object's prototype, and members given twice: the reader that signs may take the other one.
 * @throws ApiError VALIDATION_ERROR naming what is wrong; the text itself is never quoted.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw invalid('body: expected a JSON object, got nothing')
  if (!isUtf8(bytes)) throw invalid('body: expected UTF-8')
  const members = scan(bytes)
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // V8's message quotes the text; ours does not.
    throw invalid('body: expected valid JSON (RFC 8259)')
  }
  // An escape can spell any name, so its presence counts as suspicion.
  if (/__proto__|constructor|\\u/.test(text)) refusePoison(value)
  if (countMembers(value) !== members) throw invalid('body: expected no member name twice in one object')
  return value
}

/** Bounds the nesting; answers how many members are written, which is how many colons are outside strings. */
function scan(bytes: Buffer): number {
  let members = 0
  let depth = 0
  let inString = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (inString) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === COLON) members++
    else if (byte === 0x5b || byte === 0x7b) {
      depth++
      if (depth > DEEPEST) throw invalid(`body: nested deeper than ${DEEPEST} levels`)
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return members
}

/** Members of all objects; a name that was written twice is there once. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) for (const element of value) count += countMembers(element)
  else for (const member of Object.values(value)) count += 1 + countMembers(member)
  return count
}

function refusePoison(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__')) throw invalid('body: the member name __proto__ is not allowed')
  const { constructor: built } = Object.hasOwn(value, 'constructor') ? value : { constructor: null }
  if (typeof built === 'object' && built !== null && Object.hasOwn(built, 'prototype')) {
    throw invalid('body: the member name constructor.prototype is not allowed')
  }
  for (const member of Object.values(value)) refusePoison(member)
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
