import type { Hex } from '../address.ts'
import type { SignedCall } from '../facts/signedIntent.ts'

/** multiSend(bytes) of the Safe project. */
const MULTI_SEND = '0x8d80ff0a'
/** Selector, offset and length of the bytes. */
const HEAD = 2 + 2 * (4 + 32 + 32)
/** One packed call: operation, to, value, length of data (Safe MultiSend). */
const [OPERATION, TO, VALUE, LENGTH] = [2, 40, 64, 64] as const

/** The calls that a MultiSend's call data carries, in order, at most `most`; empty for any other call data. */
export function unpackMultiSend(data: Hex, most: number): SignedCall[] {
  if (!data.startsWith(MULTI_SEND)) return []
  const length = Number.parseInt(data.slice(HEAD - 16, HEAD), 16)
  const packed = data.slice(HEAD, HEAD + 2 * length)
  const calls: SignedCall[] = []
  for (let at = 0; at + OPERATION + TO + VALUE + LENGTH <= packed.length && calls.length < most; ) {
    const take = (digits: number) => {
      at += digits
      return packed.slice(at - digits, at)
    }
    const delegated = take(OPERATION) === '01'
    const to = `0x${take(TO)}` as const
    const value = BigInt(`0x${take(VALUE)}`)
    const size = Number.parseInt(take(LENGTH), 16)
    const call = { to, value, data: `0x${take(2 * size)}` as const }
    calls.push(delegated ? { ...call, operation: 1 } : call)
  }
  return calls
}
