import { getAddress } from 'viem/utils'
import type { Address, AddressSpelling } from '../risk/facts.ts'

/** How the caller wrote an address, and whether its capitals are a checksum (EIP-55) that fails. */
export function spelling(member: AddressSpelling['member'], spelled: string): AddressSpelling {
  const checksummed = getAddress(spelled.toLowerCase() as Address)
  const digits = spelled.slice(2)
  // All lower or all upper case carries no checksum.
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return { member, spelled, checksummed, checksumFailed: mixed && spelled !== checksummed }
}
