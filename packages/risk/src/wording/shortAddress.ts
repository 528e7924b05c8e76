import { getAddress } from 'viem/utils'
import type { Address } from '../address.ts'

/** `0x1f98…F984`: EIP-55 ends of an address, enough to recognise it, too little to verify it. */
export function shortAddress(address: Address): string {
  const checksummed = getAddress(address)
  return `${checksummed.slice(0, 6)}…${checksummed.slice(-4)}`
}
