import { invalidMessage } from './typedParameters.ts'

/** A member's type, parsed. A struct is named, not nested: types may contain themselves. */
export type MemberType = { text: string } & (
  | { kind: 'address' | 'bool' | 'string' | 'bytes' }
  | { kind: 'uint' | 'int'; bits: number }
  | { kind: 'fixedBytes'; length: number }
  | { kind: 'array'; item: MemberType; length: number | null }
  | { kind: 'struct'; name: string }
)

export type StructType = { name: string; members: { name: string; type: MemberType }[] }

/** Struct types by name. */
export type StructTypes = ReadonlyMap<string, StructType>

const MAX_TYPES = 64
const MAX_MEMBERS = 256
const MAX_DIMENSIONS = 32
const PATH = 'typedData.types'

/**
 * A name with brackets, commas or spaces could make the text of one type read as another's. Wallets find the types that a
 * type refers to by letters, digits and underscores only; a primary type may hold a few more (`Exchange:Withdraw`).
 */
const NAME = /^[A-Za-z_$][\w$]{0,127}$/
const PRIMARY_NAME = /^[A-Za-z_$][\w$:.-]{0,127}$/
const ELEMENTARY = /^(address|bool|string|bytes|u?int|function|u?int\d+|bytes\d+)$/

/**
 * Reads the member `types` of EIP-712 typed data.
 * @throws InvalidInput naming the type and member.
 */
export function typedDataTypes(given: unknown): StructTypes {
  if (!isObject(given)) throw invalidMessage(PATH, 'an object of struct types by name')
  const names = Object.keys(given)
  if (names.length > MAX_TYPES) throw invalidMessage(PATH, `at most ${MAX_TYPES} types`)
  for (const name of names) {
    const allowed = PRIMARY_NAME.test(name) && name !== '__proto__' && !ELEMENTARY.test(name)
    if (!allowed) throw invalidMessage(`${PATH}.${name}`, 'a name of letters, digits and _ that is no elementary type')
  }
  const declared = new Set(names)
  return new Map(names.map((name) => [name, { name, members: readMembers(given[name], `${PATH}.${name}`, declared) }]))
}

function readMembers(given: unknown, path: string, declared: ReadonlySet<string>): StructType['members'] {
  if (!Array.isArray(given) || given.length > MAX_MEMBERS) {
    throw invalidMessage(path, `an array of at most ${MAX_MEMBERS} members {name, type}`)
  }
  const seen = new Set<string>()
  return given.map((member: unknown, index) => {
    const at = `${path}[${index}]`
    if (!isObject(member)) throw invalidMessage(at, 'a member {name, type}')
    const { name, type } = member
    if (typeof name !== 'string' || !NAME.test(name) || name === '__proto__') {
      throw invalidMessage(`${at}.name`, 'a name of letters, digits and _')
    }
    if (seen.has(name)) throw invalidMessage(`${at}.name`, 'a name that no other member has')
    seen.add(name)
    if (typeof type !== 'string') throw invalidMessage(`${at}.type`, 'the name of a type')
    return { name, type: memberType(type, `${at}.type`, declared) }
  })
}

/** Reads one type: `address`, `uint256`, `Person`, `Order[2][]`. */
export function memberType(text: string, path: string, declared: ReadonlySet<string>): MemberType {
  const parts = /^([^[\]]{1,128})((?:\[\d{0,9}\])*)$/.exec(text.slice(0, 1024))
  if (parts === null || text.length > 1024) throw invalidMessage(path, 'a type such as address, uint256 or Person[]')
  const [, base = '', suffixes = ''] = parts
  const lengths = suffixes === '' ? [] : suffixes.slice(1, -1).split('][')
  if (lengths.length > MAX_DIMENSIONS) throw invalidMessage(path, `at most ${MAX_DIMENSIONS} dimensions`)
  let type = baseType(base, declared)
  if (type === null) {
    throw invalidMessage(path, 'an elementary type (uint256, not uint) or a type that types declares')
  }
  for (const length of lengths) {
    type = { kind: 'array', item: type, length: length === '' ? null : Number(length), text: `${type.text}[${length}]` }
  }
  return type
}

function baseType(text: string, declared: ReadonlySet<string>): MemberType | null {
  if (text === 'address' || text === 'bool' || text === 'string' || text === 'bytes') return { kind: text, text }
  const size = Number(/^(?:u?int|bytes)([1-9]\d{0,2})$/.exec(text)?.[1] ?? 0)
  if (text.startsWith('bytes') && size >= 1 && size <= 32) return { kind: 'fixedBytes', length: size, text }
  if (/^u?int\d/.test(text) && size >= 8 && size <= 256 && size % 8 === 0) {
    return { kind: text.startsWith('u') ? 'uint' : 'int', bits: size, text }
  }
  return declared.has(text) && NAME.test(text) ? { kind: 'struct', name: text, text } : null
}

/** An object as JSON has it: no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
