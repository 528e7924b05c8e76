import type { Hex } from '@redoubt/risk/address.ts'
import { decodeFunctionData } from 'viem/utils'
import { TOKEN_ABI } from './attackNode.ts'

/** Whether call data approves a spender, or an operator; null when it does neither. */
export function readApproval(data: Hex): 'spender' | 'operator' | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: TOKEN_ABI, data })
    if (functionName === 'approve') return args[1] > 0n ? 'spender' : null
    return functionName === 'setApprovalForAll' && args[1] ? 'operator' : null
  } catch {
    return null
  }
}
