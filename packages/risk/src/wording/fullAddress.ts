import { getAddress } from 'viem/utils'
import type { Address } from '../address.ts'

/** Returns the whole address in EIP-55: `0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984`. The ends alone do not tell a lookalike apart. */
export function fullAddress(address: Address): string {
  return getAddress(address)
}
