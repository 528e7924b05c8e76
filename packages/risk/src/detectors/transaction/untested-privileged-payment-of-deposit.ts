import { claimOn, isClaimed } from '../../derive/claimed.ts'
import { defineDetector } from '../../engine/detector.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { describeUnseen, heldByKey, unseenEvidence } from '../../wording/unseenPaymentWords.ts'

/** USD from which on a deposit at risk is for review. */
const LARGE_USD = 100

export default defineDetector({
  id: 'untested-privileged-payment-of-deposit',
  title: 'Untested privileged payment from a deposit contract',
  why: 'Your withdrawal works now. Redoubt looks for harm to it by executing what privileged accounts may call. This function can pay assets out, and no execution got through it: it may be harmless, or take your deposit.',
  advice: 'Read what the function does, or ask the project, before you deposit more than you can lose.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  needs: ['executedMovements', 'claims'],
  detect: ({ executedMovements, claims }) => {
    if (claims.length === 0) return 'not-applicable'
    const hits = executedMovements.lost.flatMap((loss) => {
      const claim = claimOn(claims, loss)
      // Where nothing comes back, or another account takes it, other rules judge.
      if (claim === null || !isClaimed(claim) || claim.switches.some(({ takes }) => takes !== null)) return []
      const isLarge = loss.usd === null || loss.usd >= LARGE_USD
      return (claim.payments?.unseen ?? []).map((one) => ({
        severity: heldByKey(one) && isLarge ? ('medium' as const) : ('info' as const),
        description: `${describeUnseen(one)} What it does to your deposit of ${describeAsset(loss)} is not known.`,
        evidence: { asset: loss.address ?? 'native', amount: String(loss.amount), ...unseenEvidence(one) },
      }))
    })
    const unique = new Map(hits.map((one) => [`${one.evidence.contract} ${one.evidence.function}`, one]))
    return [...unique.values()].slice(0, 3)
  },
})
