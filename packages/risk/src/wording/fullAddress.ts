import { getAddress } from 'viem/utils'
import type { Address } from '../facts.ts'

/** `0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984`: EIP-55, all of it. Beside a look-alike the ends alone tell nobody apart. */
export function fullAddress(address: Address): string {
  return getAddress(address)
}
