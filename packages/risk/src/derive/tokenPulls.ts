import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { CallFrame, Simulation } from '../execution.ts'
import { SELECTORS } from '../selectors.ts'
import type { TokenPull } from './shapes.ts'

const ERC20 = parseAbi([
  'function balanceOf(address holder) view returns (uint256)',
  'function allowance(address holder, address spender) view returns (uint256)',
])
/** More pulls than this in one transaction are no trade; reading them all would cost more than they tell. */
const MAX_PULLS = 8

/** Runs a read-only call at the pinned block; null when it reverts. */
export type ReadCall = (call: { to: Address; data: Hex }) => Promise<Hex | null>

/**
 * Every `transferFrom` on a principal's tokens that the trace attempts, joined with what the holder has and allows. This
 * tells a token that refuses to be sold from a missing balance or allowance, whatever text the revert carries.
 */
export async function gatherTokenPulls(
  simulation: Simulation,
  principals: readonly Address[],
  read: ReadCall,
): Promise<TokenPull[]> {
  const pulls = simulation.trace ? listPulls(simulation.trace, principals).slice(0, MAX_PULLS) : []
  return Promise.all(
    pulls.map(async (pull): Promise<TokenPull> => {
      const [balance, allowance] = await Promise.all([
        read({
          to: pull.token,
          data: encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [pull.holder] }),
        }),
        read({
          to: pull.token,
          data: encodeFunctionData({ abi: ERC20, functionName: 'allowance', args: [pull.holder, pull.spender] }),
        }),
      ])
      return { ...pull, balance: amountOf('balanceOf', balance), allowance: amountOf('allowance', allowance) }
    }),
  )
}

function listPulls(frame: CallFrame, principals: readonly Address[]): Omit<TokenPull, 'balance' | 'allowance'>[] {
  const own = frame.type === 'CALL' ? pullOf(frame, principals) : null
  // What a token does inside its own transferFrom (a proxy's delegate call, a hook) is part of the same pull.
  return own ? [own] : frame.calls.flatMap((call) => listPulls(call, principals))
}

function pullOf(frame: CallFrame, principals: readonly Address[]): Omit<TokenPull, 'balance' | 'allowance'> | null {
  const { input, to, error } = frame
  if (!to || !input.startsWith(SELECTORS.transferFrom) || input.length < 10 + 3 * 64) return null
  const holder: Address = `0x${input.slice(34, 74)}`
  if (!principals.includes(holder) || principals.includes(frame.from)) return null
  return {
    token: to,
    holder,
    spender: frame.from,
    to: `0x${input.slice(98, 138)}`,
    amount: BigInt(`0x${input.slice(138, 202)}`),
    error,
    revertReason: frame.revertReason,
    failedInside: error === null ? isFalse(frame.output) : !/out of gas/i.test(error),
  }
}

/** ERC-20 allows a token to say no by returning false instead of reverting. */
function isFalse(output: Hex | null): boolean {
  return output !== null && /^0x0{64}$/.test(output)
}

function amountOf(functionName: 'balanceOf' | 'allowance', data: Hex | null): bigint | null {
  // Accounts without code answer nothing; only a whole word is an answer.
  if (data === null || data.length !== 66) return null
  return decodeFunctionResult({ abi: ERC20, functionName, data })
}
