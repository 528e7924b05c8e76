import { createHash } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { noteUnused } from '../rpc/unusedAccounts.ts'

/** Returns an unused address that no token can predict: by the block, the token and a name. The same for every scan of that block. */
export function freshAccount(blockHash: Hex, token: Address, name: string): Address {
  const account: Address = `0x${createHash('sha256').update(`${blockHash}:${token}:${name}`).digest('hex').slice(0, 40)}`
  noteUnused(blockHash, account)
  return account
}
