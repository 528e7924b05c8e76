import type { Address } from '@redoubt/risk/address.ts'

/** The same address with its first letter in the other case: the checksum (EIP-55) fails. */
export function misspelt(address: Address): string {
  const at = address.slice(2).search(/[a-f]/i) + 2
  const letter = address.charAt(at)
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return `${address.slice(0, at)}${other}${address.slice(at + 1)}`
}
