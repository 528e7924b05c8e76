import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { visibleText } from '../../../lib/cleanText.ts'
import { isObject, type MemberType, type StructTypes } from './typedDataTypes.ts'
import { invalidMessage } from './typedParameters.ts'

/** A tree of 256 bulk orders has about this many. */
const MAX_VALUES = 16_384
const MAX_DEPTH = 32
const MAX_UNDECLARED = 32

/** Results and remaining budget of one reading; shared by all levels. */
export type Reading = { types: StructTypes; values: number; undeclared: string[] }

/**
 * Reads one struct as its type says, and nothing else: what no type declares is noted in `reading.undeclared`.
 * @param path where it stands in the body, for errors.
 * @param shown the same for people; empty for the message itself.
 * @throws InvalidInput naming the member.
 */
export function typedDataStruct(
  name: string,
  given: unknown,
  reading: Reading,
  at: { path: string; shown: string; depth: number },
): TypedStruct {
  const { path, shown, depth } = at
  if (depth > MAX_DEPTH) throw invalidMessage(path, `at most ${MAX_DEPTH} levels`)
  if (!isObject(given)) throw invalidMessage(path, `an object of type ${name}`)
  const members = reading.types.get(name)?.members ?? []
  noteUndeclared(given, new Set(members.map((member) => member.name)), shown, reading.undeclared)
  return {
    type: name,
    members: members.map((member) => ({
      name: member.name,
      type: member.type.text,
      value: readValue(member.type, Object.hasOwn(given, member.name) ? given[member.name] : undefined, reading, {
        path: `${path}.${member.name}`,
        shown: shown === '' ? member.name : `${shown}.${member.name}`,
        depth: depth + 1,
      }),
    })),
  }
}

function readValue(
  type: MemberType,
  given: unknown,
  reading: Reading,
  at: { path: string; shown: string; depth: number },
): TypedValue {
  reading.values += 1
  if (reading.values > MAX_VALUES) throw invalidMessage(at.path, `at most ${MAX_VALUES} values in all`)
  switch (type.kind) {
    case 'struct':
      // A struct that contains itself ends in null (eth_signTypedData_v4); elsewhere no contract could mean it.
      if ((given === null || given === undefined) && containsItself(type.name, reading.types)) return null
      return typedDataStruct(type.name, given, reading, at)
    case 'array':
      return readArray(type, given, reading, at)
    case 'uint':
    case 'int':
      return readInteger(type, given, at.path)
    default:
      return readElementary(type, given, at.path)
  }
}

function readArray(
  type: MemberType & { kind: 'array' },
  given: unknown,
  reading: Reading,
  at: { path: string; shown: string; depth: number },
): TypedValue[] {
  if (at.depth > MAX_DEPTH) throw invalidMessage(at.path, `at most ${MAX_DEPTH} levels`)
  if (!Array.isArray(given) || (type.length !== null && given.length !== type.length)) {
    throw invalidMessage(at.path, `an array${type.length === null ? '' : ` of ${type.length}`} of ${type.item.text}`)
  }
  if (given.length > MAX_VALUES - reading.values) {
    throw invalidMessage(at.path, `at most ${MAX_VALUES} values in all, got an array of ${given.length}`)
  }
  return given.map((element: unknown, index) =>
    readValue(type.item, element, reading, {
      path: `${at.path}[${index}]`,
      shown: `${at.shown}[${index}]`,
      depth: at.depth + 1,
    }),
  )
}

function readInteger(type: MemberType & { kind: 'uint' | 'int' }, given: unknown, path: string): bigint {
  const value = integer(given, path, type.text)
  const fits = type.kind === 'uint' ? BigInt.asUintN(type.bits, value) : BigInt.asIntN(type.bits, value)
  if (fits !== value) throw invalidMessage(path, `a value that fits ${type.text}`)
  return value
}

function integer(given: unknown, path: string, type: string): bigint {
  if (typeof given === 'bigint') return given
  if (typeof given === 'number' && Number.isInteger(given)) {
    if (Number.isSafeInteger(given)) return BigInt(given)
    throw invalidMessage(path, `a ${type} as a decimal or 0x string: a JSON number beyond 2^53 has lost digits`)
  }
  if (typeof given === 'string' && given.length <= 80 && /^(-?\d+|0x[0-9a-fA-F]+)$/.test(given)) return BigInt(given)
  throw invalidMessage(path, `a ${type} as a decimal or 0x string`)
}

function readElementary(type: MemberType, given: unknown, path: string): TypedValue {
  switch (type.kind) {
    case 'address':
      if (typeof given === 'string' && /^0x[0-9a-fA-F]{40}$/.test(given)) return given.toLowerCase()
      throw invalidMessage(path, 'an address: 0x followed by 40 hex digits')
    case 'bool':
      if (given === true || given === false) return given
      // Wallets differ on text: to some any text is true, and `false` would sign the opposite of what it says.
      throw invalidMessage(path, 'true or false, not text')
    case 'string':
      if (typeof given === 'string') return given
      throw invalidMessage(path, 'a string')
    default:
      return readBytes(type, given, path)
  }
}

function readBytes(type: MemberType, given: unknown, path: string): TypedValue {
  const length = type.kind === 'fixedBytes' ? type.length : null
  // Wallets take empty text for no bytes.
  const text = given === '' && length === null ? '0x' : given
  const isHex = typeof text === 'string' && text.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(text)
  if (!isHex || (length !== null && text.length !== 2 + length * 2)) {
    throw invalidMessage(
      path,
      `${length === null ? 'bytes' : `${length} bytes`} as 0x and an even number of hex digits`,
    )
  }
  return text.toLowerCase()
}

const known = new WeakMap<StructTypes, Map<string, boolean>>()

/** Whether a value of this type may hold another of the same type; told once per type, for a body may ask for each of its values. */
function containsItself(name: string, types: StructTypes): boolean {
  const told = known.get(types) ?? new Map<string, boolean>()
  known.set(types, told)
  const answer = told.get(name) ?? reachesItself(name, types)
  told.set(name, answer)
  return answer
}

function reachesItself(name: string, types: StructTypes): boolean {
  const seen = new Set<string>()
  const open = [name]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const member of types.get(next)?.members ?? []) {
      let { type } = member
      while (type.kind === 'array') type = type.item
      if (type.kind !== 'struct') continue
      if (type.name === name) return true
      if (!seen.has(type.name)) open.push(type.name)
      seen.add(type.name)
    }
  }
  return false
}

function noteUndeclared(
  given: Record<string, unknown>,
  declared: ReadonlySet<string>,
  shown: string,
  undeclared: string[],
): void {
  for (const key of Object.keys(given)) {
    if (undeclared.length >= MAX_UNDECLARED) return
    if (!declared.has(key)) undeclared.push(`${shown === '' ? '' : `${shown}.`}${visibleText(key)}`)
  }
}
