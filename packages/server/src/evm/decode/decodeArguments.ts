import type { Hex } from '@redoubt/risk/address.ts'
import { visibleText } from '../../lib/cleanText.ts'
import type { AbiParameter, AbiType } from './abiTypes.ts'

/** The data is not what an encoder writes for these types. Never leaves this file. */
class Malformed extends Error {}

const TEXT_POINTS = 256

/** Makes a value of a text that a stranger wrote. */
type ReadText = (text: string) => string

/** Cleaned, and no longer than a person reads at a glance. */
const glance: ReadText = (text) => visibleText(text, TEXT_POINTS)

/**
 * Decodes ABI data that is laid out exactly as every encoder lays it out: heads, then tails in order, clean padding. So
 * re-encoding the result gives the same bytes, without re-encoding; and hostile offsets (ten thousand elements that all
 * point at the same 100 KB) cannot make the output larger than the input. Null when the data is laid out otherwise.
 *
 * Values: addresses lower case, integers bigint, bytes hex, strings cleaned and bounded (a stranger wrote them) unless `readText` says
 * otherwise, arrays and tuples as positional arrays. `trailing` is what follows the last argument: the EVM ignores it, a reader should not.
 * @param data hex digits without 0x, lower case.
 */
export function decodeArguments(
  parameters: readonly AbiParameter[],
  data: string,
  readText = glance,
): { values: unknown[]; trailing: Hex } | null {
  try {
    const { values, end } = decodeSequence(
      parameters.map(({ type }) => type),
      { data, readText },
      0,
    )
    return { values, trailing: `0x${data.slice(end * 2)}` }
  } catch (error) {
    if (error instanceof Malformed) return null
    throw error
  }
}

/** What is decoded. */
type Source = { data: string; readText: ReadText }

/** Members of a tuple, elements of an array or arguments of a call: offsets count from the start of the sequence. */
function decodeSequence(types: readonly AbiType[], source: Source, base: number): { values: unknown[]; end: number } {
  let head = base
  let tail = base + types.reduce((sum, type) => sum + type.size, 0)
  const values: unknown[] = []
  for (const type of types) {
    if (type.dynamic) {
      if (wordAt(source.data, head) !== BigInt(tail - base)) throw new Malformed()
      const { value, end } = decodeTail(type, source, tail)
      values.push(value)
      tail = end
    } else values.push(decodeStatic(type, source, head))
    head += type.size
  }
  return { values, end: tail }
}

function decodeTail(type: AbiType, source: Source, at: number): { value: unknown; end: number } {
  const { data, readText } = source
  if (type.kind === 'tuple') {
    const { values, end } = decodeSequence(
      type.components.map((component) => component.type),
      source,
      at,
    )
    return { value: values, end }
  }
  if (type.kind === 'array') {
    const start = type.length === null ? at + 32 : at
    const length = type.length === null ? lengthAt(data, at, type.item.size) : fixedLength(type, data)
    const { values, end } = decodeSequence(new Array<AbiType>(length).fill(type.item), source, start)
    return { value: values, end }
  }
  const length = lengthAt(data, at, 1)
  const padded = Math.ceil(length / 32) * 32
  const text = slice(data, at + 32, padded)
  if (/[^0]/.test(text.slice(length * 2))) throw new Malformed()
  const bytes = text.slice(0, length * 2)
  return { value: type.kind === 'bytes' ? `0x${bytes}` : readText(textOf(bytes)), end: at + 32 + padded }
}

function decodeStatic(type: AbiType, source: Source, at: number): unknown {
  if (type.kind === 'tuple') {
    return decodeSequence(
      type.components.map((component) => component.type),
      source,
      at,
    ).values
  }
  if (type.kind === 'array')
    return decodeSequence(new Array<AbiType>(fixedLength(type, source.data)).fill(type.item), source, at).values
  const word = slice(source.data, at, 32)
  switch (type.kind) {
    case 'address':
      if (!word.startsWith('0'.repeat(24))) throw new Malformed()
      return `0x${word.slice(24)}`
    case 'bool': {
      const value = BigInt(`0x${word}`)
      if (value > 1n) throw new Malformed()
      return value === 1n
    }
    case 'uint': {
      const value = BigInt(`0x${word}`)
      if (value >> BigInt(type.bits) !== 0n) throw new Malformed()
      return value
    }
    case 'int': {
      const value = BigInt.asIntN(256, BigInt(`0x${word}`))
      if (BigInt.asIntN(type.bits, value) !== value) throw new Malformed()
      return value
    }
    case 'fixedBytes':
      if (/[^0]/.test(word.slice(type.length * 2))) throw new Malformed()
      return `0x${word.slice(0, type.length * 2)}`
    default:
      throw new Malformed()
  }
}

/** A length that the data can hold; `unit` is the least number of bytes one element takes. */
function lengthAt(data: string, at: number, unit: number): number {
  const length = wordAt(data, at)
  // No compiler has elements without a size, and any number of them would fit.
  if (length > 0n && unit === 0) throw new Malformed()
  if (length * BigInt(unit) > BigInt(data.length / 2)) throw new Malformed()
  return Number(length)
}

/** The length that a type states: a published ABI may state any, also of elements without a size, list in list. */
function fixedLength({ item, length }: AbiType & { kind: 'array' }, data: string): number {
  const elements = length ?? 0
  if (elements > 0 && item.size === 0) throw new Malformed()
  if (elements * item.size > data.length / 2) throw new Malformed()
  return elements
}

function wordAt(data: string, at: number): bigint {
  return BigInt(`0x${slice(data, at, 32)}`)
}

function slice(data: string, at: number, length: number): string {
  if ((at + length) * 2 > data.length) throw new Malformed()
  return data.slice(at * 2, (at + length) * 2)
}

function textOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString('utf8')
}
