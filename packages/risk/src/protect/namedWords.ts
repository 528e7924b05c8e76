import type { Hex } from '../address.ts'

const WORD_DIGITS = 64
const MIN_PACKED_DIGITS = 8

/** Whether call data names a number: as a word, or packed as its own digits where these are long enough to be no accident. */
export function namesNumber(callData: readonly Hex[], value: bigint): boolean {
  const digits = value.toString(16)
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  const word = digits.padStart(WORD_DIGITS, '0')
  return callData.some((data) => {
    const text = data.toLowerCase()
    return text.includes(word) || (even.length >= MIN_PACKED_DIGITS && text.includes(even))
  })
}
