import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { NATIVE } from '../simulation/flatRun.ts'

/** What an account lost by a call: wei, tokens that left it or that another account may take of it now. */
export type Loss = { coins: bigint; tokens: Address[]; to: Address | null }

/** keccak256 of Approval(address,address,uint256). */
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/**
 * Returns what an account lost, by the logs of a call and of the coins that it moved; null: nothing. `paid`: wei that came with the call,
 * and that stay out of the sum only if they stay in the account.
 */
export function lossesOf(
  logs: readonly Log[],
  { address, tokens, paid }: { address: Address; tokens: readonly Address[]; paid: bigint },
): Loss | null {
  const moved = transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const })))
  const coins = moved.filter(({ token }) => token === NATIVE)
  const sum = (list: typeof coins) => list.reduce((all, { amount }) => all + amount, 0n)
  const out = coins.filter(({ from, to }) => from === address && to !== address)
  const gained = sum(coins.filter(({ from, to }) => to === address && from !== address)) - sum(out)
  const lost = paid - gained
  const taken = moved.filter(({ token, from, to }) => tokens.includes(token) && from === address && to !== address)
  const allowed = logs.flatMap(({ address: token, topics, data }) => {
    const [event, owner, spender] = topics
    const isOwn = owner?.slice(-40) === address.slice(2) && spender?.slice(-40) !== address.slice(2)
    if (event !== APPROVAL || !isOwn || !tokens.includes(token) || spender === undefined || BigInt(data) === 0n)
      return []
    return [{ token, to: `0x${spender.slice(-40)}` as Address }]
  })
  if (lost <= 0n && taken.length + allowed.length === 0) return null
  return {
    coins: lost > 0n ? lost : 0n,
    tokens: [...new Set([...taken, ...allowed].map(({ token }) => token))],
    to: (out[0] ?? taken[0] ?? allowed[0])?.to ?? null,
  }
}
