import type { Address, Hex } from '@redoubt/risk/address.ts'
import { addressAt, wordAt } from '../decode/callData.ts'

/** Offsets beyond this are none that a contract writes. */
const FAR = 4_096n

/** The `address[]` that the first word of an answer points to; null when there is none. One cut short is not whole. */
export function addressesAt(answer: Hex | null): { addresses: Address[]; whole: boolean } | null {
  const offset = wordAt(answer)
  if (offset === null || offset % 32n !== 0n || offset > FAR) return null
  const start = Number(offset / 32n)
  const count = wordAt(answer, start)
  if (count === null) return null
  const addresses: Address[] = []
  for (let at = 1; BigInt(at) <= count; at++) {
    const address = addressAt(answer, start + at)
    if (address === null) return { addresses, whole: false }
    addresses.push(address)
  }
  return { addresses, whole: true }
}
