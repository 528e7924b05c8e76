import type { Address } from '../address.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'

/** A V3 path: 20 bytes of address, then 23 (fee and address) for each hop. */
const isPath = (hex: string) => hex.length >= 88 && (hex.length - 42) % 46 === 0

/**
 * Whether a decoded argument names the address. Only arguments of a matched ABI count: a signer cannot read the bytes behind
 * them, nor the arguments of an unknown function. Packed V3 paths are lists of addresses, other bytes are opaque.
 */
export function isNamed(steps: readonly DecodedCall[], address: Address): boolean {
  return steps.some(({ args }) => contains(args, address.toLowerCase()))
}

function contains(value: unknown, address: string): boolean {
  if (typeof value === 'string') {
    const text = value.toLowerCase()
    if (text === address) return true
    return text.startsWith('0x') && isPath(text) && hopsOf(text).includes(address.slice(2))
  }
  if (Array.isArray(value)) return value.some((one) => contains(one, address))
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => contains(one, address))
}

function hopsOf(path: string): string[] {
  const hops: string[] = []
  for (let at = 2; at + 40 <= path.length; at += 46) hops.push(path.slice(at, at + 40))
  return hops
}
