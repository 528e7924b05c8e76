import { claimOn, isClaimed } from '../../derive/claimed.ts'
import { creditOf } from '../../derive/creditOf.ts'
import type { Loss } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Claim, LaterExit } from '../../facts/claim.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { describePeriod } from '../../wording/periods.ts'

/** Percent of a deposit that a later withdrawal gives to others, from which on it melts, and USD from which on that is a loss. */
const MELTED_PERCENT = 50n
const LARGE_USD = 100
/** Percent of a holding, and USD, up to which a purchase with a short right to cancel is a small one. */
const SMALL_PERCENT = 10n
const MAX_PURCHASE_USD = 200

export default defineDetector({
  id: 'closing-withdrawal',
  title: 'Withdrawal that closes',
  why: 'The withdrawal works now. Redoubt tried it again later and after deposits and withdrawals of other accounts, and it was refused, or paid others. What you have not withdrawn by then stays in the contract.',
  advice: 'Reject it unless you know the rule that closes the withdrawal. Otherwise withdraw before it closes.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'medium',
  confidence: 'medium',
  needs: ['executedMovements', 'claims', 'simulation'],
  detect: ({ executedMovements, claims, simulation }) => {
    if (claims.length === 0) return 'not-applicable'
    return executedMovements.lost.flatMap((loss) => {
      const claim = claimOn(claims, loss)
      if (claim === null || !isClaimed(claim)) return []
      const melted = meltedIn(claim)
      const story = melted === null ? storyOf(claim) : storyOfMelting(loss, melted)
      if (story === null) return []
      const { exit, closesAfter, closesWithUse, amount } = claim
      const isDeposit = creditOf(simulation.stateDiff, loss) >= loss.amount
      return [
        {
          severity: melted !== null && isLarge(loss) ? 'high' : !isDeposit && isSmall(loss) ? 'low' : 'medium',
          description: `The withdrawal of your ${describeAsset(loss)}${exit === null ? '' : ` by ${exit.signature ?? exit.selector}`} ${story}. Confirmed in simulation.`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(amount),
            function: exit?.signature ?? exit?.selector ?? null,
            closesAfterSeconds: closesAfter,
            closesWithUse,
            melts: claim.later.map(
              ({ after, returned, toOthers }) => `${after} s: ${returned} to you, ${toOthers} to others`,
            ),
          },
        },
      ]
    })
  },
})

/** The first later withdrawal that gives most of the deposit to others instead. */
function meltedIn({ later, amount }: Claim): LaterExit | null {
  const isMelted = ({ returned, toOthers }: LaterExit) =>
    toOthers * 100n >= amount * MELTED_PERCENT && returned * 100n <= amount * (100n - MELTED_PERCENT)
  return later.find(isMelted) ?? null
}

function storyOfMelting(loss: Loss, { after, returned, toOthers }: LaterExit): string {
  const kept = returned > 0n ? `only ${describeAsset({ ...loss, amount: returned })}` : 'nothing'
  return `pays you ${kept} after ${describePeriod(after)}; ${describeAsset({ ...loss, amount: toOthers })} of it goes to others`
}

function isLarge({ usd }: Loss): boolean {
  return usd === null || usd >= LARGE_USD
}

function storyOf({ closesAfter, closesWithUse, after }: Claim): string | null {
  if (closesWithUse) return 'is refused once other accounts have deposited and withdrawn'
  if (closesAfter === null) return null
  if (closesAfter === 0) return 'is refused an hour later'
  return closesAfter === after
    ? `works after ${describePeriod(after)} and is refused later`
    : `still works after ${describePeriod(closesAfter)} and is refused later`
}

function isSmall({ before, amount, usd }: Loss): boolean {
  return usd !== null && usd <= MAX_PURCHASE_USD && before !== null && amount * 100n < before * SMALL_PERCENT
}
