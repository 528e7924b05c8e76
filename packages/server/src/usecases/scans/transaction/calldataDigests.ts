import type { Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { keccak256, numberToHex, size } from 'viem/utils'

/** What a hardware wallet shows of call data, for comparison (ERC-8213). Null: there is no call data. */
export type CalldataDigests = {
  /** Null for a bundle, which no wallet signs as one call. */
  calldataDigest: Hex | null
  /** Of each call of a bundle, in its order; null when it is no bundle. */
  calls: (Hex | null)[] | null
}

/** Returns the digests of a transaction's call data; of a user operation, of what the account is called with. */
export function calldataDigests({ data, calls }: Pick<Transaction, 'data' | 'calls'>): CalldataDigests {
  if (calls) return { calldataDigest: null, calls: calls.map((call) => calldataDigest(call.data)) }
  return { calldataDigest: calldataDigest(data), calls: null }
}

/** The length as a word, then the bytes: call data that begins alike has another digest. */
function calldataDigest(data: Hex): Hex | null {
  if (data === '0x') return null
  return keccak256(`${numberToHex(size(data), { size: 32 })}${data.slice(2)}`)
}
