import type { Address } from '@redoubt/risk/address.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'
import { getAddress } from 'viem/utils'

/** Checksums kept: who asks once asks again, and each is a hash of Keccak. */
const MAX = 10_000
const checksums = new Map<string, Address>()

/** How the caller wrote an address, and whether its capitals are a checksum (EIP-55) that fails. */
export function spelling(member: AddressSpelling['member'], spelled: string): AddressSpelling {
  const checksummed = checksumOf(spelled.toLowerCase() as Address)
  const digits = spelled.slice(2)
  // All lower or all upper case carries no checksum.
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return { member, spelled, checksummed, checksumFailed: mixed && spelled !== checksummed }
}

function checksumOf(address: Address): Address {
  const known = checksums.get(address)
  if (known !== undefined) return known
  const checksummed = getAddress(address)
  if (checksums.size >= MAX) checksums.clear()
  checksums.set(address, checksummed)
  return checksummed
}
