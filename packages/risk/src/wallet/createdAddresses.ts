import { getContractAddress } from 'viem/utils'
import type { Address } from '../address.ts'

const MAX = 256

/**
 * Where contracts are that the account may have created: one place for each of its transactions, the first 256. Most are
 * empty: only creations fill theirs.
 */
export function createdAddresses(wallet: Address, sent: number): { address: Address; nonce: number }[] {
  return Array.from({ length: Math.min(sent, MAX) }, (_, nonce) => ({
    nonce,
    address: getContractAddress({ from: wallet, nonce: BigInt(nonce) }).toLowerCase() as Address,
  }))
}
