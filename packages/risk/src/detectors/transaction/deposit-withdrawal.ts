import { claimOn, isClaimed, isWhole } from '../../derive/claimed.ts'
import { isDepositName } from '../../derive/depositNames.ts'
import { paidBefore } from '../../derive/parts.ts'
import type { Loss } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Claim, LaterExit } from '../../facts/claim.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { describeDate, describePeriod } from '../../wording/periods.ts'

/** Seconds of a lock that is worth a warning. */
const DAY = 86_400
const MAX_ORDINARY_LOCK = 30 * DAY
/** Percent of a holding above which such a lock is for review. */
const MAJORITY_PERCENT = 50n
/** Percent that comes back at the best time below which the fee is a loss, and USD from which on it is one. */
const MAIN_PERCENT = 75n
const LARGE_USD = 100
/** Percent that comes back above which all but a fee does. */
const WHOLE_PERCENT = 90n

export default defineDetector({
  id: 'deposit-withdrawal',
  title: 'Deposit with a tested withdrawal',
  why: 'Redoubt executed the withdrawal as you, on the state that this transaction leaves. The contract can still change until you withdraw.',
  advice: 'Keep the address of the contract, and withdraw when you no longer need the deposit.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  needs: ['executedMovements', 'claims', 'counterparties', 'decodedSteps', 'pastDealings', 'principals'],
  detect: ({ executedMovements, claims, counterparties, decodedSteps, pastDealings, principals }) => {
    if (claims.length === 0) return 'not-applicable'
    const isNamed = decodedSteps.some(({ functionName }) => isDepositName(functionName))
    const paid = paidBefore(pastDealings ?? [])
    /**
     * A key that the payer never paid can withdraw it. A plan or a gift opens later, which the name tells from a deposit; what opens at once does
     * so under any name.
     */
    const isStrangers = ({ beneficiary, beneficiaryIsKey, after }: Claim) =>
      (isNamed || after === 0) &&
      beneficiary !== null &&
      pastDealings !== null &&
      beneficiaryIsKey === true &&
      !principals.includes(beneficiary) &&
      !paid.has(beneficiary)
    return executedMovements.lost.flatMap((loss) => {
      const claim = claimOn(claims, loss)
      if (claim === null || !isClaimed(claim)) return []
      const { returned, amount, exit, after, whenOutbid, beneficiary, lock, inOthers = 0n } = claim
      const who = beneficiary === null ? 'You' : nameAccount(beneficiary, counterparties[beneficiary])
      const isStranger = isStrangers(claim)
      const notYou = isStranger ? ', and you cannot: you have not paid this account before' : ''
      const call = exit === null ? '' : ` by ${exit.signature ?? exit.selector}`
      const when = whenOutbid
        ? ' once you are outbid'
        : after === 0
          ? ' at once'
          : lock === undefined
            ? lockOf(after)
            : untilOf(lock)
      const whole = wholeLater(claim)
      const later = whole === null ? '' : `, and all but a fee${lockOf(whole.after)}`
      const [condition] = claim.conditions ?? []
      const unless =
        condition === undefined
          ? ''
          : `, unless ${shortAddress(condition.caller)} (${condition.by}) calls ${condition.signature ?? condition.selector} before`
      const mix =
        inOthers === 0n
          ? ''
          : `, ${describeAsset({ ...loss, amount: inOthers })} of it as other assets of the same worth`
      return [
        {
          severity: severityOf(loss, claim, isStranger),
          description: isWhole(claim)
            ? `${who} can withdraw your ${describeAsset(loss)}${call}${when}${mix}${unless}${notYou}. Confirmed in simulation.`
            : `${who} can withdraw only ${describeAsset({ ...loss, amount: returned })} of your ${describeAsset(loss)}${call}${when}${mix}${later}${unless}${notYou}. Confirmed in simulation.`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(amount),
            returned: String(returned),
            inOthers: String(inOthers),
            beneficiary,
            unpaidBeneficiary: isStranger,
            conditions: (claim.conditions ?? []).map((one) => `${one.signature ?? one.selector} by ${one.caller}`),
            contract: exit?.contract ?? null,
            function: exit?.signature ?? exit?.selector ?? null,
            afterSeconds: after,
            lockedUntil: lock === undefined ? null : new Date(lock.until * 1_000).toISOString(),
            wholeAfterSeconds: isWhole(claim) ? after : (whole?.after ?? null),
          },
        },
      ]
    })
  },
})

function severityOf(loss: Loss, claim: Claim, isStranger: boolean): Severity {
  const severity = withoutConditions(loss, claim)
  const isTrial = loss.usd !== null && loss.usd < LARGE_USD
  if (isStranger && !isTrial && severity !== 'high') return 'medium'
  const isConditional = !isTrial && (claim.conditions ?? []).some(({ isKey }) => isKey)
  return isConditional && severity !== 'high' ? 'medium' : severity
}

function withoutConditions({ amount, before, usd }: Loss, claim: Claim): Severity {
  const whole = wholeLater(claim)
  if (!isWhole(claim) && whole !== null && whole.after <= MAX_ORDINARY_LOCK + DAY) return 'low'
  if (!isWhole(claim)) {
    const most = Math.max(...[claim, ...claim.later].map((one) => Number((one.returned * 100n) / claim.amount)))
    const isLarge = usd === null || (usd * (100 - most)) / 100 >= LARGE_USD
    return whole === null && BigInt(most) < MAIN_PERCENT && isLarge ? 'high' : 'medium'
  }
  if (claim.after <= MAX_ORDINARY_LOCK) return 'info'
  // Years that the call does not ask for.
  if (claim.lock?.asked === false && (usd === null || usd >= LARGE_USD)) return 'medium'
  return before === null || amount * 100n >= before * MAJORITY_PERCENT ? 'medium' : 'low'
}

/** The first later withdrawal that pays all but a fee: the fee of an early one ends. */
function wholeLater({ later, amount }: Claim): LaterExit | null {
  return later.find(({ returned }) => returned * 100n > amount * WHOLE_PERCENT) ?? null
}

function untilOf({ until, asked }: NonNullable<Claim['lock']>): string {
  return `, locked until ${describeDate(until)}${asked ? '' : ', which your call does not ask for'}`
}

/** After a month the withdrawal was tried only once more. */
function lockOf(seconds: number): string {
  return seconds > MAX_ORDINARY_LOCK
    ? `, locked for ${describePeriod(MAX_ORDINARY_LOCK)} or more and at most ${describePeriod(seconds)}`
    : ` after ${describePeriod(seconds)}`
}
