import type { Hex } from '@redoubt/risk/address.ts'
import type { ClaimTake } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { word } from '../../trade/trader.ts'
import { type Act, factOf, type OwnerQuestion, runWalks, uniqueCalls } from '../callers/privilegedActs.ts'
import { LATER } from '../exits/exitSchedule.ts'
import { isCovered } from '../runs/bestWalk.ts'
import type { ClaimSources, claimRuns, Walk, WalkOutcome } from '../runs/claimRuns.ts'

const MAX_ACTS = 18
const MAX_FOLLOWING = 24
const FOLLOWING_WAYS = 4
const MAX_EXITS = 16
const MAX_TAKES = 4
/** Percent of the bid. */
const TAKEN_PERCENT = 50n
const BACK_PERCENT = 50n

/**
 * Finds acts after which a bid that could be withdrawn once it is outbid never comes back, although its bidder gets nothing for it: the seller
 * cancels and is paid the bid. The acting account's other calls follow, then a higher bid and the bidder's withdrawals, at once and later.
 */
export async function cancelledBids(
  sources: Pick<ClaimSources, 'simulator'>,
  question: OwnerQuestion,
  { acts, after }: { acts: readonly Act[]; after: ReturnType<typeof claimRuns> },
  signal: AbortSignal,
): Promise<ClaimTake[]> {
  const { account, transaction, losses, watched, stand } = question
  if (transaction.to === null) return []
  const holders = losses.flatMap(({ takers }) => takers)
  const exits = uniqueCalls(question.exits).slice(0, MAX_EXITS)
  const bid: Transaction = { ...transaction, from: stand.stranger, value: transaction.value * 2n, gas: 2_000_000n }
  const tried = acts.slice(0, MAX_ACTS)
  const walks = tried.map((act): Walk => {
    const others = acts.filter(({ caller, made }) => caller === act.caller && made !== act.made)
    const following = others.flatMap(({ calls }) => calls.slice(0, FOLLOWING_WAYS)).slice(0, MAX_FOLLOWING)
    return {
      blocks: [
        { calls: [...act.calls, ...following] },
        { calls: [bid, ...exits] },
        ...LATER.map((seconds) => ({ calls: exits, seconds })),
      ],
    }
  })
  const seen = await runWalks(sources, question, after, walks, signal)
  return tried
    .flatMap((act, at): ClaimTake[] => {
      const [walk, outcome] = [walks[at], seen[at] ?? null]
      if (walk === undefined || outcome === null || isTrade(outcome)) return []
      const isMade = outcome.calls.some(({ call, success }) => success && act.calls.includes(call))
      const isBack = outcome.returned.some((returned) => isCovered({ returned }, watched, BACK_PERCENT))
      if (!isMade || isBack) return []
      const taken = movesOf(outcome, act).filter(({ amount, index }) => {
        return amount * 100n >= (watched[index]?.amount ?? 0n) * TAKEN_PERCENT
      })
      const [first] = taken
      return first === undefined ? [] : [{ ...factOf(act, walk, 0), amount: first.amount, receiver: first.to }]
    })
    .toSorted((a, b) => Number(b.isKey) - Number(a.isKey))
    .slice(0, MAX_TAKES)

  /** Whether the bidder is named by what the acts log: the item goes to the bidder. */
  function isTrade({ calls }: WalkOutcome): boolean {
    const named: Hex = `0x${word(BigInt(account))}`
    return calls.some(({ call, block, words }) => block === 0 && call.from !== account && words.includes(named))
  }

  function movesOf({ calls }: WalkOutcome, { caller }: Act) {
    return calls.flatMap(({ moves, block, call }) =>
      block === 0 && call.from === caller.candidate.address
        ? moves.filter(({ from, to }) => holders.includes(from) && !holders.includes(to) && to !== account)
        : [],
    )
  }
}
