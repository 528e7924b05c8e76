const [DUPN, SWAPN, EXCHANGE] = [0xe6, 0xe7, 0xe8]
/** Operands that are a JUMPDEST or a PUSH for code that does not know these opcodes: none of them is valid. */
const [FIRST_RESERVED, LAST_RESERVED] = [0x5b, 0x7f]
const LAST_LOW_PAIR = 0x4f
/** The least place that DUPN and SWAPN reach; DUP16 and SWAP16 reach those before it. */
const FIRST_DEEP = 17
/** By how much operands above the reserved ones count less. */
const [SINGLE_GAP, PAIR_GAP] = [37, 48]
const PAIR_BASE = 16
/** The sum of both places of a pair whose first is the lower one. */
const PAIR_SUM = 29

/**
 * Runs DUPN, SWAPN or EXCHANGE on a stack (EIP-8024, Amsterdam; the encoding of its draft with one-byte operands). Where a network does
 * not have them the code halts there, so that reading on covers more than runs.
 * @returns Bytes of the instruction; null where the byte is another opcode; 0 where it fails.
 */
export function runDeepStack<T>(bytes: Uint8Array, at: number, stack: T[]): number | null {
  const opcode = bytes[at] ?? 0
  if (opcode !== DUPN && opcode !== SWAPN && opcode !== EXCHANGE) return null
  const operand = bytes[at + 1] ?? 0
  const top = stack.length - 1
  if (opcode === EXCHANGE) {
    if (operand > LAST_LOW_PAIR && operand <= LAST_RESERVED) return 0
    const number = operand <= LAST_LOW_PAIR ? operand : operand - PAIR_GAP
    const [high, low] = [Math.floor(number / PAIR_BASE), number % PAIR_BASE]
    const [first, second] = high < low ? [high + 1, low + 1] : [low + 1, PAIR_SUM - high]
    return swap(stack, top - first, top - second)
  }
  if (operand >= FIRST_RESERVED && operand <= LAST_RESERVED) return 0
  const depth = FIRST_DEEP + (operand < FIRST_RESERVED ? operand : operand - SINGLE_GAP)
  if (opcode === SWAPN) return swap(stack, top, top - depth)
  if (depth > stack.length) return 0
  stack.push(stack[stack.length - depth] as T)
  return 2
}

function swap<T>(stack: T[], one: number, other: number): number {
  if (one < 0 || other < 0) return 0
  ;[stack[one], stack[other]] = [stack[other] as T, stack[one] as T]
  return 2
}
