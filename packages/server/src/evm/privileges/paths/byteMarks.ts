/** Marks of each byte of a word, from its upper end. */
export type ByteMarks = Int32Array

type Marked = { value: bigint; marks: number; parts?: ByteMarks }

const WORD = 32
const BITS = 8n
const MAX_BITS = 256n

/** The marks of all bytes together. */
export function marksIn(parts: ByteMarks): number {
  let all = 0
  for (const one of parts) all |= one
  return all
}

/**
 * Returns the marks of each byte of a result, where code takes bytes out of a word, or moves them: with shifts, masks and powers of two that
 * it knows. Undefined for other operations, and where all bytes have the same marks.
 */
export function partsOf(op: string, [first, second]: readonly Marked[]): ByteMarks | undefined {
  if (first === undefined || second === undefined) return undefined
  if (op === 'AND')
    return first.marks === 0
      ? masked(second, first.value)
      : second.marks === 0
        ? masked(first, second.value)
        : undefined
  if (op === 'SHR' || op === 'SHL')
    return first.marks === 0 ? moved(second, op === 'SHR' ? first.value : -first.value) : undefined
  if (op === 'DIV' && second.marks === 0) return moved(first, bitsOf(second.value))
  if (op === 'MUL' && second.marks === 0) return moved(first, negative(bitsOf(second.value)))
  if (op === 'MUL' && first.marks === 0) return moved(second, negative(bitsOf(first.value)))
  if (op === 'BYTE' && first.marks === 0 && second.parts !== undefined) {
    const byte = new Int32Array(WORD)
    byte[WORD - 1] = first.value < BigInt(WORD) ? (second.parts[Number(first.value)] ?? 0) : 0
    return byte
  }
  return undefined
}

function masked({ parts }: Marked, mask: bigint): ByteMarks | undefined {
  return parts?.map((marks, at) => (((mask >> (BITS * BigInt(WORD - 1 - at))) & 0xffn) === 0n ? 0 : marks))
}

/** Moved to the lower end by so many bits; to the upper end where they are negative. */
function moved({ parts }: Marked, bits: bigint | null): ByteMarks | undefined {
  if (parts === undefined || bits === null || bits % BITS !== 0n || bits >= MAX_BITS || bits <= -MAX_BITS)
    return undefined
  const by = Number(bits / BITS)
  return parts.map((_, at) => parts[at - by] ?? 0)
}

/** How many bits a power of two moves; null for another number. */
function bitsOf(value: bigint): bigint | null {
  if (value <= 0n || (value & (value - 1n)) !== 0n) return null
  return BigInt(value.toString(2).length - 1)
}

function negative(bits: bigint | null): bigint | null {
  return bits === null ? null : -bits
}
