import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { swapBody } from '../swapBody.ts'
import type { UntypedJson } from '../untypedJson.ts'
import type { Answer } from './startService.ts'

const ERC20 = parseAbi([
  'function approve(address spender,uint256 amount)',
  'function transfer(address to,uint256 amount)',
])
const UNLIMITED = 2n ** 256n - 1n
/** Enough on a machine that is busy with other things: what the deadline cuts is no fault of a neighbour. */
const options = { deadlineMs: 10_000 }

/** Transactions whose verdicts must not depend on what others do: two honest ones, and traps. */
export function neighbourBodies(world: SandboxWorld): { name: string; body: object }[] {
  const { actors, tokens, traps, chain } = world
  const to = (address: string, data: string) => ({ from: actors.trader, to: address, data, chain, options })
  const approve = encodeFunctionData({ abi: ERC20, functionName: 'approve', args: [traps.drainer, UNLIMITED] })
  const transfer = encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [actors.friend, 1_000_000n] })
  return [
    { name: 'swap', body: { ...swapBody(world), options } },
    { name: 'approval of a drainer', body: to(tokens.usdc, approve) },
    { name: 'transfer', body: to(tokens.usdc, transfer) },
    { name: 'red pill', body: to(traps.redPill, '0x4e71d92d') },
  ]
}

/** What an answer says of the transaction; null for an answer that says nothing. Two are equal where the same was found. */
export function verdictOf({ status, json }: Answer): string | null {
  if (status !== 200) return null
  const { recommendation, riskScore, riskLevel, confidence, complete, unknown, unavailable, warnings } = json.data
  const findings = warnings.map(({ id, severity }: UntypedJson) => `${id} ${severity}`).sort()
  return JSON.stringify([recommendation, riskScore, riskLevel, confidence, complete, unknown, unavailable, findings])
}
