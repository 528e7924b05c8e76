import type { Hex } from '@redoubt/risk/address.ts'

const [PUSH1, PUSH4, PUSH32] = [0x60, 0x63, 0x7f]
const COMPARISONS: ReadonlySet<number> = new Set([0x03, 0x14, 0x18])
/** Bytes after a constant in which it is compared: a whole selector, behind two masks, and a part of one. */
const NEAR = 80
const NEAR_PART = 14
/** Bytes around a constant in which it is shifted. */
const BEFORE = 6
const SELECTOR_SHIFT = 224
const MIN_SELECTOR = 0x10000
const MAX_SELECTOR = 0xffff_ffff
const SELECTOR_BYTES = 4
const MAX_FOUND = 6

/**
 * Selectors that code compares with something and that are none of its functions: a fallback that obeys calls of its own. `known`: selectors
 * of functions and of calls that the code makes.
 */
export function comparedSelectors(code: Hex, known: ReadonlySet<Hex>): Hex[] {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found = new Set<Hex>()
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] ?? 0
    if (opcode < PUSH1 || opcode > PUSH32) continue
    const size = opcode - PUSH1 + 1
    const end = at + 1 + size
    // Cut off by the end of the code.
    if (end > bytes.length) break
    // Left-aligned, with zeros behind it, or alone; compilers leave zeros at its end to a shift.
    const isAligned = opcode === PUSH32 && bytes.subarray(at + 1 + SELECTOR_BYTES, end).every((byte) => byte === 0)
    if (opcode <= PUSH4 || isAligned) {
      const near = isAligned || opcode === PUSH4 ? NEAR : NEAR_PART
      const isCompared = bytes.subarray(end, end + near).some((byte) => COMPARISONS.has(byte))
      const value = bytes.readUIntBE(at + 1, Math.min(size, SELECTOR_BYTES))
      const shifts = opcode <= PUSH4 ? shiftsIn(bytes.subarray(Math.max(at - BEFORE, 0), end + BEFORE)) : []
      for (const number of [value, ...shifts.map((shift) => value * 2 ** shift)])
        if (isCompared && number > MIN_SELECTOR && number < MAX_SELECTOR)
          found.add(`0x${number.toString(16).padStart(SELECTOR_BYTES * 2, '0')}`)
    }
    at += size
  }
  return [...found].filter((one) => !known.has(one)).slice(0, MAX_FOUND)
}

/** Shifts that bring a constant to the upper bytes of a word, by the bits more than those of a selector. */
function shiftsIn(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte, at) => {
    const shift = bytes[at + 1] ?? 0
    return byte === PUSH1 && shift > SELECTOR_SHIFT ? [shift - SELECTOR_SHIFT] : []
  })
}
