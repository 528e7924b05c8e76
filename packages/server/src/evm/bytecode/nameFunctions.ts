import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { AbiFunction } from 'viem'
import { toFunctionSelector, toFunctionSignature } from 'viem/utils'
import { packSignatures } from '../../intel/pack/packSignatures.ts'
import { signaturesOf } from '../decode/abiIndex.ts'

/**
 * Gives recovered functions their signatures: by the verified ABI, else by an index of well-known ones, and then only when
 * the arguments agree with what the code reads: selectors are four bytes, and scams choose names that collide.
 */
export function nameFunctions(
  functions: readonly ContractFunction[],
  abi: readonly unknown[] | null,
): ContractFunction[] {
  const verified = verifiedSignatures(abi ?? [])
  return functions.map((one) => ({ ...one, signature: verified.get(one.selector) ?? indexed(one) }))
}

function verifiedSignatures(abi: readonly unknown[]): Map<Hex, string> {
  const signatures = new Map<Hex, string>()
  for (const item of abi.slice(0, 2_000)) {
    if (typeof item !== 'object' || item === null || (item as AbiFunction).type !== 'function') continue
    try {
      const signature = toFunctionSignature(item as AbiFunction)
      if (signature.length <= 500) signatures.set(toFunctionSelector(item as AbiFunction), signature)
    } catch {
      // A service's ABI with an item that is none: the others still name theirs.
    }
  }
  return signatures
}

function indexed({ selector, arguments: recovered }: ContractFunction): string | null {
  const digits = selector.slice(2)
  const candidates = [...signaturesOf('function', digits).map(({ canonical }) => canonical), ...packSignatures(digits)]
  return candidates.find((signature) => agrees(signature.slice(signature.indexOf('(')), `(${recovered})`)) ?? null
}

/**
 * Whether arguments as recovered may be those declared. Code that ignores an argument, or does not check its width, looks as
 * if it had another word there: a word agrees with every type of one word, and missing ones at the end with anything.
 */
function agrees(declared: string, recovered: string): boolean {
  const [wanted, found] = [shapeOf(declared), shapeOf(recovered)]
  return found.length <= wanted.length && found.every((shape, at) => shape === wanted[at] || wanted[at] === '?')
}

/** Arguments at the top level as `word`, `bytes` or `list`; tuples as `?`, which code spreads over several words. */
function shapeOf(text: string): string[] {
  let depth = 0
  let item = ''
  const items: string[] = []
  for (const letter of text.slice(1, -1)) {
    if (letter === ',' && depth === 0) {
      items.push(item)
      item = ''
      continue
    }
    if (letter === '(') depth++
    if (letter === ')') depth--
    item += letter
  }
  if (item !== '') items.push(item)
  return items.map((type) => {
    if (type.startsWith('(')) return '?'
    if (type.endsWith(']')) return 'list'
    return type === 'bytes' || type === 'string' ? 'bytes' : 'word'
  })
}
