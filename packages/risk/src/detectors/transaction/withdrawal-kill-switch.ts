import { claimsOn, isClaimed } from '../../derive/claimed.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { ClaimSwitch } from '../../facts/claim.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { bySoonest, describeSwitch, severityOfSwitch } from '../../wording/switchWords.ts'

/** USD below which a deposit is a trial. */
const MAX_TRIAL_USD = 20

export default defineDetector({
  id: 'withdrawal-kill-switch',
  title: 'Withdrawal kill switch',
  why: 'The withdrawal works now. After one call by a privileged account it pays nothing, and the deposit stays in the contract for as long as that account wants.',
  advice: 'Reject it unless you trust the holder of the privilege. Deposit only what you can lose.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['executedMovements', 'claims'],
  detect: ({ executedMovements, claims }) => {
    if (claims.length === 0) return 'not-applicable'
    return claimsOn(executedMovements.lost, claims).flatMap(({ loss, claim, isOwed }) => {
      if (!isClaimed(claim)) return []
      // A key acts alone and at once; other holders need several signatures or a delay.
      const found = claim.switches.filter(({ takes }) => takes === null).toSorted(bySoonest)
      const [first] = found
      if (first === undefined) return []
      const isTrial = loss.usd !== null && loss.usd < MAX_TRIAL_USD
      return [
        {
          severity: first.executes || first.exchanges ? 'low' : severityOfSwitch(first, isTrial),
          description: `${shortAddress(first.caller)} (${first.by}) can ${isOwed ? `stop the payment of the ${describeAsset(loss)} that the contract owes you, by ${describeSwitch(first)}.` : describeEffect(first, describeAsset(loss))} Confirmed in simulation.`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            calls: found.map((one) => `${describeSwitch(one)} by ${one.caller}`),
            isKey: first.isKey,
          },
        },
      ]
    })
  },
})

function describeEffect(one: ClaimSwitch, asset: string): string {
  const call = describeSwitch(one)
  if (one.exchanges)
    return `exchange your ${asset} by ${call}: the withdrawal then pays other assets of about the same worth.`
  if (one.executes)
    return `execute your order by ${call}: your ${asset} then counts as another record of yours, which this withdrawal no longer pays.`
  return `stop the withdrawal of your ${asset} by ${call}.`
}
