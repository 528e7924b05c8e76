import type { Address } from '../../address.ts'
import { accountsIn } from '../../derive/accountsIn.ts'
import { claimsOn, isClaimed } from '../../derive/claimed.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { describeSeizure, proofOf } from '../../wording/privilegedActs.ts'
import { bySoonest, describeSwitch, severityOfSwitch } from '../../wording/switchWords.ts'

/** USD below which a deposit is a trial. */
const MAX_TRIAL_USD = 20

export default defineDetector({
  id: 'owner-withdrawal-of-deposits',
  title: 'Owner withdrawal of deposits',
  why: 'Your withdrawal works now. Another account can take the deposits of all users first, by a privilege or, where the contract is open to reentrancy, without one. Then your withdrawal pays nothing.',
  advice: 'Reject it unless you trust the holder of the privilege. Deposit only what you can lose.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['executedMovements', 'claims', 'transaction'],
  detect: ({ executedMovements, claims, transaction }) => {
    if (claims.length === 0) return 'not-applicable'
    const named = accountsIn(transaction)
    /** Pays another account that the deposit’s own call names: the seller of an escrow, of whose share an arbiter decides. */
    const settles = ({ caller, takes }: { caller: Address; takes: { receiver: Address } }) =>
      takes.receiver !== caller && named.includes(takes.receiver)
    return claimsOn(executedMovements.lost, claims).flatMap(({ loss, claim, isOwed }) => {
      if (!isClaimed(claim)) return []
      const takes = claim.switches.flatMap(({ takes, ...rest }) => (takes === null ? [] : [{ ...rest, takes }]))
      // A key acts alone and at once; other holders need several signatures or a delay.
      const found = takes.toSorted((a, b) => Number(settles(a)) - Number(settles(b)) || bySoonest(a, b))
      const [first] = found
      if (first === undefined) return []
      const isTrial = loss.usd !== null && loss.usd < MAX_TRIAL_USD
      const call = describeSwitch(first)
      const severity = severityOfSwitch(first, isTrial)
      const isSettled = settles(first)
      const deposit = isOwed
        ? `the ${describeAsset(loss)} that the contract owes you for your payment`
        : `your deposit of ${describeAsset(loss)}`
      return [
        {
          severity: isSettled && (severity === 'high' || severity === 'critical') ? 'medium' : severity,
          description:
            first.callback === undefined
              ? `${first.anyone ? 'Any account' : `${shortAddress(first.caller)} (${first.by})`} can ${isSettled ? `pay ${shortAddress(first.takes.receiver)}, which your call names, ${deposit}` : first.comesBack ? `move ${deposit}` : describeSeizure(deposit, { ...first, ...first.takes })} by ${call}; your withdrawal then fails${first.comesBack ? ` until a further privileged call brings it back from ${shortAddress(first.takes.receiver)}` : ''}. ${proofOf(first)}`
              : `Any contract can take ${describeAsset({ ...loss, amount: first.takes.amount })} of all deposits, yours included, by ${call}. ${proofOf(first)}`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            calls: found.map((one) => `${describeSwitch(one)} by ${one.caller}`),
            taken: String(first.takes.amount),
            receiver: first.takes.receiver,
            isKey: first.isKey,
            ...(first.allowance && {
              allowance: String(first.allowance.amount),
              spender: first.allowance.spender,
              token: first.allowance.token,
            }),
          },
        },
      ]
    })
  },
})
