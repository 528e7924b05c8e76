import { compute } from '../../bytecode/analysis/compute.ts'
import { constant, type Value } from '../../bytecode/analysis/value.ts'

const MAX_DEPTH = 12

/** Returns a value computed from constants and stored words, given the words by slot; null when it depends on more. */
export function storedValue(value: Value, words: ReadonlyMap<string, bigint>, depth = 0): bigint | null {
  if (value.constant !== null) return value.constant
  if (depth > MAX_DEPTH || value.args.length === 0) return null
  if (value.op === 'SLOAD') {
    const slot = value.args[0]?.constant
    if (slot === undefined || slot === null) return null
    return words.get(`0x${slot.toString(16).padStart(64, '0')}`) ?? null
  }
  const args = value.args.map((arg) => storedValue(arg, words, depth + 1))
  if (!args.every((arg) => arg !== null)) return null
  return compute(
    value.op,
    args.map((arg) => constant(arg)),
  ).constant
}
