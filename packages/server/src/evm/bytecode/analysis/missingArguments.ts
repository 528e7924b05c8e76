import { splitTypes } from '../../../lib/splitTypes.ts'
import type { Value } from './value.ts'
import type { Walk } from './walk.ts'

const WORD = 32n
const SELECTOR = 4n
const LIMIT = 1n << 256n
/** Words that a head may have: a larger number is no check of arguments. */
const MAX_WORDS = 24

/**
 * Returns the recovered arguments with a number for each word that the code asks for beside them. Compilers compare the size of the call data
 * with all arguments first, while the recovery ends where a path fails, such as at what a clone keeps behind its own code.
 */
export function withMissingArguments(types: string, walked: Walk | undefined): string {
  const known = headWords(types)
  const wanted = walked === undefined ? 0 : askedWords(walked)
  if (known === null || wanted <= known) return types
  return [...(types === '' ? [] : [types]), ...Array<string>(wanted - known).fill('uint256')].join(',')
}

/** Words that the call data must have behind the selector; 0 where no check tells. */
function askedWords({ basicBlocks }: Walk): number {
  const sizes = basicBlocks.flatMap(({ conditions }) => conditions.flatMap(sizeIn))
  return Math.max(0, ...sizes)
}

function sizeIn({ op, args: [first, second] }: Value): number[] {
  if (first === undefined) return []
  if (op === 'ISZERO') return sizeIn(first)
  if ((op !== 'SLT' && op !== 'LT') || !isArgumentSize(first)) return []
  const bytes = second?.constant ?? 0n
  const words = Number(bytes / WORD)
  return bytes % WORD === 0n && bytes < LIMIT && words <= MAX_WORDS ? [words] : []
}

/** CALLDATASIZE without the four bytes of the selector. */
function isArgumentSize({ op, args: [first, second] }: Value): boolean {
  if (first === undefined || second === undefined) return false
  const minus = LIMIT - SELECTOR
  if (op === 'SUB') return first.op === 'CALLDATASIZE' && second.constant === SELECTOR
  if (op !== 'ADD') return false
  const [size, other] = first.op === 'CALLDATASIZE' ? [first, second] : [second, first]
  return size.op === 'CALLDATASIZE' && other.constant === minus
}

/** Words of a list of types before what is of any length; null where a part is not understood. */
function headWords(types: string): number | null {
  let words = 0
  for (const type of splitTypes(types)) {
    const size = wordsOf(type)
    if (size === null) return null
    words += size
  }
  return words
}

function wordsOf(type: string): number | null {
  if (type === 'bytes' || type === 'string' || type.endsWith('[]')) return 1
  const array = /^(.*)\[(\d+)\]$/.exec(type)
  if (array !== null) {
    const inner = wordsOf(array[1] ?? '')
    return inner === null ? null : inner * Number(array[2])
  }
  if (!type.startsWith('(')) return /^[a-z]+\d*$/.test(type) ? 1 : null
  const inside = type.slice(1, -1)
  // A tuple with something of any length is a pointer.
  return /bytes(?!\d)|string|\[\]/.test(inside) ? 1 : headWords(inside)
}
