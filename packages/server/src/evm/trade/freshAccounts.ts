import { createHash } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/facts.ts'

/** Addresses nobody has used and no token can know ahead: by the block, the token and a name. The same for every scan of it. */
export function freshAccount(blockHash: Hex, token: Address, name: string): Address {
  return `0x${createHash('sha256').update(`${blockHash}:${token}:${name}`).digest('hex').slice(0, 40)}`
}
