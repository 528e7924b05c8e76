import { runInNewContext } from 'node:vm'
import { toFunctionSelector, toFunctionSignature } from 'viem'
import { parseSignature } from '../../packages/server/src/evm/decode/abiTypes.ts'
import { filesBelow, type Loose, readText } from './read.ts'

// A longer one is a generated struct of structs that no wallet meets.
const MAX_LENGTH = 400

/** Declarations with the names of their parameters, by selector: the first that names all. Filled by `scanAbis`. */
export const namedFunctions = new Map<string, string>()

/** Every function signature declared by an ABI anywhere in the files of a package: JSON artefacts and JavaScript literals. */
export function scanAbis(folder: string): string[] {
  const found = new Set<string>()
  for (const file of filesBelow(folder)) {
    if (/\.(test|spec|stories)\.|\/(test|tests|__tests__|mocks?)\//i.test(file)) continue
    if (file.endsWith('.json')) walk(parsed(readText(file)), found)
    else if (/\.[cm]?js$/.test(file) && !/\.min\.js$/.test(file))
      for (const abi of literals(readText(file))) walk(abi, found)
  }
  return [...found].sort()
}

function walk(value: Loose, found: Set<string>): void {
  if (Array.isArray(value)) for (const inner of value) walk(inner, found)
  else if (value !== null && typeof value === 'object') {
    if (value.type === 'function' && typeof value.name === 'string' && Array.isArray(value.inputs)) add(value, found)
    else for (const inner of Object.values(value)) walk(inner, found)
  }
}

function add(item: Loose, found: Set<string>): void {
  try {
    const text = toFunctionSignature({ outputs: [], stateMutability: 'nonpayable', ...item })
    // Library types, enums by name and what the decoder does not know: not callable from outside.
    if (text.length <= MAX_LENGTH && parseSignature(text).canonical === text) {
      found.add(text)
      remember(item, text)
    }
  } catch {}
}

function remember(item: Loose, canonical: string): void {
  const text = `${item.name}(${item.inputs.map(declare).join(',')})`
  const selector = toFunctionSelector(`function ${canonical}`)
  if (
    !namedFunctions.has(selector) &&
    parseSignature(text).canonical === canonical &&
    item.inputs.every(({ name }: Loose) => name)
  )
    namedFunctions.set(selector, text)
}

function declare({ type, name, components }: Loose): string {
  const base = components === undefined ? type : `(${components.map(declare).join(',')})${type.slice('tuple'.length)}`
  return name ? `${base} ${name}` : base
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Array literals that look like an ABI, evaluated with nothing in scope: whatever is not a literal fails and is skipped. */
function* literals(text: string): Generator<unknown> {
  const opening = /\[\s*\{/g
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const end = closing(text, match.index)
    if (end === -1) continue
    const literal = text.slice(match.index, end + 1)
    if (!/type["']?\s*:\s*["'`]function["'`]/.test(literal)) {
      opening.lastIndex = end
      continue
    }
    try {
      yield runInNewContext(`(${literal})`, {}, { timeout: 1000 })
      opening.lastIndex = end
    } catch {}
  }
}

/** Index of the bracket that closes the one at `start`; strings are skipped. */
function closing(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"' || character === "'" || character === '`') {
      at++
      while (at < text.length && text[at] !== character) at += text[at] === '\\' ? 2 : 1
    } else if (character === '[') depth++
    else if (character === ']' && --depth === 0) return at
  }
  return -1
}
