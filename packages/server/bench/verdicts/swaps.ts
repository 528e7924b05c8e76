import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { V2_ROUTER_ABI } from '../../src/sandbox/abis.ts'
import type { Stage } from './stage.ts'

const FAR = 4_294_967_295n

/** Ether for USDC on the known router. */
export function swapEther({ tokens }: Stage, to: Address): Hex {
  return encodeFunctionData({
    abi: V2_ROUTER_ABI,
    functionName: 'swapExactETHForTokens',
    args: [1n, [tokens.wrapped, tokens.usdc], to, FAR],
  })
}

/** Tokens along a path on the known router. */
export function swapTokens(amount: bigint, path: readonly Address[], to: Address): Hex {
  return encodeFunctionData({
    abi: V2_ROUTER_ABI,
    functionName: 'swapExactTokensForTokens',
    args: [amount, 1n, path, to, FAR],
  })
}
