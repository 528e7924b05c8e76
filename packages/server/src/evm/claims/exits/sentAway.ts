import type { Address } from '@redoubt/risk/address.ts'
import type { Move, WalkOutcome } from '../runs/claimRuns.ts'

/** A deposit that a call of its owner sends to another account. Amount in base units. */
export type Sent = { call: WalkOutcome['calls'][number]['call']; receiver: Address; amount: bigint }

/** What calls of the account sent from its contracts to others: the first watched asset only. */
export function sentAway(
  seen: WalkOutcome | null,
  { account, contracts }: { account: Address; contracts: readonly Address[] },
): Sent[] {
  const isAway = ({ from, to, index }: Move) => index === 0 && contracts.includes(from) && to !== account
  return (seen?.calls ?? []).flatMap(({ call, success, pays, moves }) =>
    success && !pays && call.from === account
      ? moves
          .filter((move) => isAway(move) && !contracts.includes(move.to) && !call.data.includes(move.to.slice(2)))
          .map(({ to, amount }): Sent => ({ call, receiver: to, amount }))
      : [],
  )
}
