import type { FoundPull } from './contractPulls.ts'
import { explorePulls } from './explore.ts'
import type { Explored } from './explored.ts'
import { withAmount } from './proposal.ts'
import { TAINT } from './taint.ts'

const MAX_STEPS = 25_000
/** Percent of the holdings: fees and surplus are less, and a limit such as all deposits is about as much. */
const TRIED_PERCENT = 90n

/**
 * Whether a found payment, which the code compares with a word for all users, goes through for most of what the contract holds: the call runs
 * once more with that amount and the real holdings, and no such comparison may be in its way. A limit such as “what is left above all deposits” is.
 */
export async function paysMost(
  world: Explored,
  { proposals = [] }: Pick<FoundPull, 'proposals'>,
  holdings: ReadonlyMap<bigint | null, bigint>,
): Promise<boolean> {
  for (const [call, ...more] of proposals) {
    if (call === undefined || more.length > 0) continue
    for (const held of holdings.values()) {
      const most = (held * TRIED_PERCENT) / 100n
      const { pulls } = await explorePulls({ ...world, holdings, left: MAX_STEPS }, withAmount(call, most))
      const amount = call.roles.amount ?? 0
      const isBound = (marks: number) => (marks & amount) !== 0 && (marks & TAINT.stored) !== 0
      // Where the amount stands in a part of the word that was not filled, it stays small.
      const paid = pulls.filter(({ payout }) => (payout?.amount.value ?? 0n) >= most)
      if (paid.some(({ lifted }) => !lifted.some(({ marks, order }) => order === true && isBound(marks)))) return true
    }
  }
  return false
}
