import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { SAFE_ABI } from '../abis.ts'

const NOBODY: Address = `0x${'0'.repeat(40)}`

/**
 * Encodes a call by a Safe, ordered by one owner who sends the transaction: the owner needs no signature, only the
 * "pre-validated" form r = owner, s = 0, v = 1 (Safe's SignatureDecoder). `operation` 1 is DELEGATECALL.
 */
export function safeCall(owner: Address, to: Address, data: Hex, value = 0n, operation: 0 | 1 = 0): Hex {
  const signature: Hex = `0x${owner.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}01`
  return encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'execTransaction',
    args: [to, value, data, operation, 0n, 0n, 0n, NOBODY, NOBODY, signature],
  })
}
