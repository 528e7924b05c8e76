import type { Address, Hex } from '@redoubt/risk/address.ts'

/** Of one scan some dozens. */
const MAX_NOTED = 20_000

const noted = new Set<string>()

/**
 * Notes an address that was drawn from the hash of a block: it has no coins, transactions or code in the state of that block, because no one
 * could know it before the block was there. No node is asked about it.
 */
export function noteUnused(hash: Hex, address: Address): void {
  noted.add(`${hash}:${address}`)
  const oldest = noted.values().next().value
  if (noted.size > MAX_NOTED && oldest !== undefined) noted.delete(oldest)
}

export function isUnused(hash: Hex, address: Address): boolean {
  return noted.has(`${hash}:${address}`)
}
