import type { Hex } from '@redoubt/risk/address.ts'

/**
 * Returns runtime code that answers every call with one Chainlink round: its id, which is also what it says for decimals(), the
 * answer, and when (Unix seconds).
 */
export function feedCode(answer: bigint, { decimals = 8n, updatedAt }: { decimals?: bigint; updatedAt: bigint }): Hex {
  const words = [decimals, answer, updatedAt, updatedAt, decimals].map((word) => BigInt.asUintN(256, word))
  return `0x60a0600c60003960a06000f3${words.map((word) => word.toString(16).padStart(64, '0')).join('')}`
}
