import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { COLLECTION_ABI, ERC20_ABI, SAFE_ABI, V2_ROUTER_ABI } from '../abis.ts'

/** Unix seconds in 2106: swaps of the story and of the scenarios never come too late. */
export const FAR_DEADLINE = 4_294_967_295n
export const UNLIMITED = 2n ** 256n - 1n

export const transfer = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] })

export const transferFrom = (from: Address, to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: ERC20_ABI, functionName: 'transferFrom', args: [from, to, amount] })

export const approve = (spender: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [spender, amount] })

export const approveAll = (operator: Address, approved = true): Hex =>
  encodeFunctionData({ abi: COLLECTION_ABI, functionName: 'setApprovalForAll', args: [operator, approved] })

/** Native coin into a token on the V2 router; `path` starts at the wrapped native coin. */
export const swapNativeForTokens = (path: Address[], to: Address, minimum = 1n): Hex =>
  encodeFunctionData({
    abi: V2_ROUTER_ABI,
    functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
    args: [minimum, path, to, FAR_DEADLINE],
  })

/** A token into native coin on the V2 router; `path` ends at the wrapped native coin. */
export const swapTokensForNative = (amount: bigint, path: Address[], to: Address, minimum = 1n): Hex =>
  encodeFunctionData({
    abi: V2_ROUTER_ABI,
    functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens',
    args: [amount, minimum, path, to, FAR_DEADLINE],
  })

/** Gives a V2 pool a token and the transaction's value. */
export const addLiquidityNative = (token: Address, amount: bigint, to: Address): Hex =>
  encodeFunctionData({
    abi: V2_ROUTER_ABI,
    functionName: 'addLiquidityETH',
    args: [token, amount, 0n, 0n, to, FAR_DEADLINE],
  })

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/**
 * Encodes a call by a Safe, ordered by one owner who sends the transaction: the owner needs no signature, only the
 * "pre-validated" form r = owner, s = 0, v = 1 (Safe's SignatureDecoder). `operation` 1 is DELEGATECALL.
 */
export function safeCall(owner: Address, to: Address, data: Hex, value = 0n, operation: 0 | 1 = 0): Hex {
  const signature: Hex = `0x${owner.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}01`
  return encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'execTransaction',
    args: [to, value, data, operation, 0n, 0n, 0n, ZERO_ADDRESS, ZERO_ADDRESS, signature],
  })
}
