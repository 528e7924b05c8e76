import { trustOf } from '../../accounts/trust.ts'
import { worstUse } from '../../contract/guardedPullHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { RightFact } from '../../facts/right.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** USD below which a right is over next to nothing. */
const MIN_USD = 20
const DAY = 86_400
/** One in so many of what the account has. */
const SMALL_PART = 10n
/** Payments after which no limit of all of them shows. */
const MANY = 8
/** Payments that a thief would make. */
const MAX_PAYMENTS = 1_000

export default defineDetector({
  id: 'right-over-your-assets',
  title: 'Another account can take your assets',
  why: 'Operators, plug-ins, session keys, credit delegation, wards and roles let another account act on your assets later, as a token approval does. Redoubt called as that account before and after the transaction: the call takes your assets only after it.',
  advice:
    'Reject it unless you know this account and want it to move these assets. A right that you gave can usually be revoked in the same contract.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'control',
  decisive: true,
  needs: ['rights', 'grants', 'privilegeChanges'],
  detect: ({ rights, grants, privilegeChanges }) => {
    if (rights.length === 0) return 'not-applicable'
    return rights
      .filter(({ holder, asset, kind, contract }) => {
        if (kind === 'wallet' && grants.some((grant) => grant.spender === holder && grant.token === asset)) return false
        // Who becomes owner, admin or holder of a role by the contract's own events is told by another rule.
        return kind !== 'control' || !privilegeChanges.some((one) => one.contract === contract && one.to === holder)
      })
      .map((right) => ({
        severity: severityOf(right),
        description: `${nameAccount(right.holder, right.holderAccount)} ${powerOf(right)} Confirmed in simulation.${useOf(right)}`,
        evidence: {
          holder: right.holder,
          kind: right.kind,
          contract: right.contract,
          call: right.signature ?? right.selector,
          asset:
            right.kind === 'ownership' || right.kind === 'control' ? (right.owned ?? null) : (right.asset ?? 'native'),
          amount: String(right.amount),
          usd: right.usd === null ? null : Math.round(right.usd),
          whole: right.whole,
          times: right.times ?? null,
          reach: right.reach === undefined ? null : String(right.reach),
          days: Math.round(right.after / DAY),
          trust: right.own ? 'created by you' : trustOf(right.holderAccount),
        },
      }))
  },
})

/** Follows who receives the right, then what it is over. */
function severityOf(right: RightFact): Severity {
  const severity = powerSeverity(right)
  const { use, holderAccount } = right
  // Code decides for its holder: who its callers are, and whose assets they reach.
  if (!use || trustOf(holderAccount) === 'flagged') return severity
  const worst = worstUse(use.pulls, holderAccount)
  if (worst?.anyone === true) return severity
  return leastOf(severity, worst?.severity ?? (use.complete ? 'low' : 'medium'))
}

const RISING: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical']

function leastOf(one: Severity, other: Severity): Severity {
  return RISING.indexOf(one) < RISING.indexOf(other) ? one : other
}

function useOf({ use, holderAccount }: RightFact): string {
  if (!use) return ''
  const worst = worstUse(use.pulls, holderAccount)
  if (worst !== null) return ` ${worst.who} can make it do so.`
  return use.complete
    ? ' Its code was executed: it does so for the owner of the assets only.'
    : ' Its code could not be executed in full: who can make it do so is not known.'
}

function powerSeverity(right: RightFact): Severity {
  const { holderAccount, own, kind, fresh, named, whole, assetType } = right
  const usd = mostUsd(right)
  const trust = trustOf(holderAccount)
  if (trust === 'flagged') return 'critical'
  if (own || trust === 'known' || (usd !== null && usd < MIN_USD)) return 'low'
  if (kind === 'ownership') return 'high'
  // A payment that the holder may fetch, named by the signer.
  if (kind === 'control' || (fresh && named)) return 'medium'
  // Shares and points of a contract without a price may be worth nothing; tokens of the account itself are judged like approvals.
  if (usd === null && assetType === 'erc20') return kind === 'wallet' ? 'high' : 'medium'
  if (isLimited(right)) return 'medium'
  return whole || isRepeated(right) ? 'critical' : 'high'
}

/** A small part of what the account has, of an amount that the signed call names, which a second such call does not take again. */
function isLimited({ named, asked, times, amount, reach, whole }: RightFact): boolean {
  if (!named || asked !== true || whole || times !== 1 || reach === undefined) return false
  return amount * SMALL_PART <= reach
}

/** What so many payments reach as an account may make; null when no price is known. */
function mostUsd(right: RightFact): number | null {
  const { usd, reach = 0n, amount } = right
  if (usd === null || !isRepeated(right) || amount === 0n) return usd
  return usd * Math.min(Number(reach) / Number(amount), MAX_PAYMENTS)
}

/** A limit of each payment alone. */
function isRepeated({ times }: RightFact): boolean {
  return times !== undefined && times >= MANY
}

function powerOf(right: RightFact): string {
  const call = `${right.signature ?? right.selector} of ${shortAddress(right.contract)}`
  const when = right.after === 0 ? '' : ` within ${Math.round(right.after / DAY)} days`
  if (right.kind === 'control') return `gets your right to call ${call}, and can give it to other accounts.`
  if (right.kind === 'ownership')
    return `can become the owner in your place by ${call}${right.owned === null ? '' : `; ${right.owned} names you as the owner now`}.`
  const all = right.whole ? ', all or most of what you have there' : ''
  return `can take ${describeAsset({ ...right, address: right.asset })} of yours${when} by ${call}${all}${againOf(right)}.`
}

function againOf({ times = 0 }: RightFact): string {
  if (times === 1) return ', and no more of it by a second such call'
  return times > 1 ? `, and as much again by each of ${times} such calls` : ''
}
