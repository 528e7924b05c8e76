import { isPush } from './opcodes.ts'

/** Runtime code with its valid jump destinations (EIP-3541 code, 0xef…, has none: no EVM runs it). */
export type Code = { bytes: Uint8Array; destinations: Uint8Array }

/** EIP-170 allows 24,576 bytes; some chains more. Longer code is analysed up to this length. */
const MAX_BYTES = 131_072

export function readCode(hex: string): Code {
  const bytes = Uint8Array.from(Buffer.from(hex.slice(2, 2 + MAX_BYTES * 2), 'hex'))
  const destinations = new Uint8Array(bytes.length)
  if (bytes[0] === 0xef) return { bytes: new Uint8Array(0), destinations: new Uint8Array(0) }
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] ?? 0
    if (code === 0x5b) destinations[at] = 1
    if (isPush(code)) at += code - 0x5f
  }
  return { bytes, destinations }
}

/** Returns the operand of the PUSH at an offset; past the end of the code the EVM reads zeros. */
export function operandAt(bytes: Uint8Array, at: number): bigint {
  const size = (bytes[at] ?? 0x5f) - 0x5f
  if (size === 0) return 0n
  let digits = ''
  for (let n = 1; n <= size; n++) digits += (bytes[at + n] ?? 0).toString(16).padStart(2, '0')
  return BigInt(`0x${digits}`)
}
