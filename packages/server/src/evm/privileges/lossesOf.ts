import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { wordAt } from '../decode/callData.ts'
import { addressOf, EVENTS, transfersOf, ZERO_ADDRESS } from '../decode/emittedLogs.ts'
import { NATIVE } from '../simulation/flatRun.ts'

/** What an account lost by a call: wei, tokens that left it or that another account may take of it now. */
export type Loss = { coins: bigint; tokens: Address[]; to: Address | null }

/** keccak256 of Approval(address,address,uint256). */
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/**
 * Returns what an account lost, by the logs of a call and of the coins that it moved; null: nothing. `paid`: wei that came with the call,
 * and that stay out of the sum only if they stay in the account. `wrapped`: the wrapped coin, which is worth as much as the coin: an account
 * that wraps for itself loses nothing.
 */
export function lossesOf(
  logs: readonly Log[],
  {
    address,
    tokens,
    paid,
    wrapped,
  }: { address: Address; tokens: readonly Address[]; paid: bigint; wrapped?: Address | undefined },
): Loss | null {
  const moved = transfersOf(eachOnce(logs, wrapped).map((log) => ({ ...log, selector: '0x' as const })))
  const isSent = ({ from, to }: { from: Address; to: Address }) => from === address && to !== address
  const gainedOf = (of: Address) =>
    moved
      .filter(({ token }) => token === of)
      .reduce(
        (all, { from, to, amount }) =>
          all + (from === to ? 0n : to === address ? amount : from === address ? -amount : 0n),
        0n,
      )
  const coins = paid - gainedOf(NATIVE)
  const lost = coins - (wrapped === undefined ? 0n : gainedOf(wrapped))
  const sent = moved.filter(isSent)
  const isMade = (token: Address) => token === NATIVE || token === wrapped
  const out = sent.filter(({ token, to }) => isMade(token) && to !== wrapped && to !== ZERO_ADDRESS)
  // Coins and wrapped coins are one asset: where their sum is whole, one became the other.
  const taken = sent.filter(({ token }) => (token === wrapped ? lost > 0n : tokens.includes(token)))
  const allowed = logs.flatMap(({ address: token, topics, data }) => {
    const [event, owner, spender, tokenId] = topics
    const isOwn = owner?.slice(-40) === address.slice(2) && spender?.slice(-40) !== address.slice(2)
    const isAsset = tokens.includes(token) || token === wrapped
    if (event !== APPROVAL || !isOwn || !isAsset || spender === undefined) return []
    const isGiven = tokenId === undefined ? (wordAt(data) ?? 0n) > 0n : addressOf(spender) !== ZERO_ADDRESS
    if (!isGiven) return []
    return [{ token, to: `0x${spender.slice(-40)}` as Address }]
  })
  if (lost <= 0n && taken.length + allowed.length === 0) return null
  return {
    coins: lost <= 0n || coins <= 0n ? 0n : coins < lost ? coins : lost,
    tokens: [...new Set([...taken, ...allowed].map(({ token }) => token))],
    to: (out[0] ?? taken[0] ?? allowed[0])?.to ?? null,
  }
}

/** Leaves the Transfer out that some wrapped coins emit beside their Deposit or Withdrawal. */
function eachOnce(logs: readonly Log[], wrapped: Address | undefined): readonly Log[] {
  const isOf = ({ address, topics: [event] }: Log, events: readonly Hex[]) =>
    address === wrapped && event !== undefined && events.includes(event)
  if (!logs.some((log) => isOf(log, [EVENTS.Deposit, EVENTS.Withdrawal]))) return logs
  return logs.filter(
    (log) => !isOf(log, [EVENTS.Transfer]) || !log.topics.slice(1).some((party) => addressOf(party) === ZERO_ADDRESS),
  )
}
