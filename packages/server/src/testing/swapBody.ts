import { encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import type { SandboxWorld } from '../sandbox/world.ts'

const ROUTER = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline) payable returns (uint256[])',
])

/** The body of a scan: the trader buys dollars for a tenth of a coin on the V2 router. */
export function swapBody({ chain, actors, dex, tokens }: SandboxWorld): {
  from: string
  to: string
  value: string
  data: `0x${string}`
  chain: string
} {
  const data = encodeFunctionData({
    abi: ROUTER,
    functionName: 'swapExactETHForTokens',
    args: [1n, [tokens.wrapped, tokens.usdc], actors.trader, 2n ** 40n],
  })
  return { from: actors.trader, to: dex.v2Router, value: String(parseEther('0.1')), data, chain }
}
