import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { trustOf } from '../../accounts/trust.ts'
import type { Address } from '../../address.ts'
import { executedIn } from '../../derive/executedIntents.ts'
import type { Loss } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Account } from '../../facts/account.ts'
import type { Facts } from '../../facts/facts.ts'
import type { OrderAsset, SignedIntent } from '../../facts/signedIntent.ts'
import { callsOf } from '../../message/messageCalls.ts'
import { causeOf, isOrderedPayment } from '../../message/parties.ts'
import { isAllOrNothing } from '../../message/permissions.ts'
import { depositOf, isSafeDeposit } from '../../message/permitDeposits.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Shares of a holding, in percent. */
const SMALL_PERCENT = 10n
const MAJORITY_PERCENT = 50n
const NEARLY_ALL_PERCENT = 90n
/** Losses below this are not worth a warning. */
const NEGLIGIBLE_USD = 1
/** USD above which a token that any account can print is no payment. */
const MAX_PRINTED_USD = 50

export default defineDetector({
  id: 'worst-case-loss',
  title: 'Asset loss through signature misuse',
  why: 'A signature is a blank cheque within its limits. We simulated the worst use of it: these assets leave, and nothing of value comes back.',
  advice: 'Do not sign it, unless you mean to give these assets to a holder of the signature.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: ['message', 'intents', 'worstCaseExecutions', 'worstCase', 'named', 'permitDeposits', 'consentingSpenders'],
  detect: ({ message, intents, worstCaseExecutions, worstCase, named, permitDeposits, consentingSpenders }) =>
    worstCase.lost.flatMap((loss) => {
      const cause = causeOf(loss, intents)
      // Bounded, or of a kind that knows no bound, and the spender's code takes it with its owner's consent only.
      const isLeast = cause?.kind === 'allowance' && (!cause.unlimited || isAllOrNothing(cause))
      // Each use of it takes as much again, so that it has no bound.
      const isReused =
        cause !== null && worstCaseExecutions.some(({ intent, reused }) => reused === true && intents[intent] === cause)
      if (!isReused && isLeast && consentingSpenders.includes(cause.spender)) return []
      // Bounded, and deposited where all of it comes back.
      if (
        !isReused &&
        cause?.kind === 'allowance' &&
        !cause.unlimited &&
        isSafeDeposit(depositOf(permitDeposits, cause))
      )
        return []
      const owed = loss.returned === 'nothing' ? owedFor(cause, worstCaseExecutions, intents) : []
      // Of a type that no code of the service was seen to use.
      const isUnseen =
        cause === null &&
        intents.some(({ kind }, at) => kind === 'unknown' && !executedIn(worstCaseExecutions).includes(at))
      const isUnpaid = isExchangeUnpaid(loss, { intents, named, worstCase, worstCaseExecutions })
      const context = { cause, named, gained: owed.length > 0 ? owed : worstCase.gained, isUnpaid }
      const judged = severityOf(owed.length > 0 ? { ...loss, returned: 'unpriced' } : loss, context)
      const severity =
        isReused && judged !== 'critical' && (loss.usd ?? NEGLIGIBLE_USD) >= NEGLIGIBLE_USD ? 'high' : judged
      if (severity === null) return []
      return [
        {
          severity,
          description: `${loss.account === message.account ? 'You' : `The account ${nameAccount(loss.account, named[loss.account])}`} can lose ${describeAsset(loss)} through this signature, and ${owed.length > 0 ? 'the return could not be simulated' : returnWords(loss, isUnseen)}.${isReused ? ' The token accepts this signature again and again, so that its amount is no limit. Confirmed in simulation.' : ''}`,
          evidence: {
            account: loss.account,
            asset: loss.address ?? 'native',
            tokenId: loss.tokenId === null ? null : String(loss.tokenId),
            amount: String(loss.amount),
            before: loss.before === null ? null : String(loss.before),
            returned: loss.returned,
            takers: loss.takers,
          },
        },
      ]
    }),
})

function returnWords({ returned }: Loss, isUnseen: boolean): string {
  if (returned !== 'nothing') return 'the assets that come back have no known price'
  return isUnseen ? 'it is not known what would come back' : 'nothing comes back'
}

type Execution = Extract<SignedIntent, { kind: 'execution' }>
type Context = {
  cause: SignedIntent | null
  named: Facts['named']
  gained: readonly Pick<OrderAsset, 'address' | 'assetType'>[]
  isUnpaid: boolean
}

/** Whether the signature was used by the code of its contract, and the message names another token than the lost one, which does not come. */
function isExchangeUnpaid(
  loss: Loss,
  {
    intents,
    named,
    worstCase,
    worstCaseExecutions,
  }: Pick<Facts, 'intents' | 'named' | 'worstCase' | 'worstCaseExecutions'>,
): boolean {
  if (loss.returned !== 'nothing' || worstCase.gained.some(({ account }) => account === loss.account)) return false
  const executed = executedIn(worstCaseExecutions)
  return intents.some(
    (intent, at) =>
      intent.kind === 'unknown' &&
      executed.includes(at) &&
      intent.addresses.some(({ address }) => address !== loss.address && (named[address]?.token ?? null) !== null),
  )
}

/** Returns what an order asks for its offerer when the simulation could not pay it: an exchange takes nothing without it. */
function owedFor(
  cause: SignedIntent | null,
  worstCaseExecutions: Facts['worstCaseExecutions'],
  intents: Facts['intents'],
): OrderAsset[] {
  if (cause?.kind !== 'order') return []
  const run = worstCaseExecutions.find(({ intent }) => intents[intent] === cause)
  if (!run?.notRun) return []
  return cause.gets.filter(({ to, amount }) => to === cause.offerer && amount > 0n)
}

/** Returns null where another rule judges the loss, or where it is the cost of an honest use of the signature. */
function severityOf(loss: Loss, { cause, named, gained, isUnpaid }: Context): Severity | null {
  if (loss.returned === 'value') return null
  // The signature itself names the receiver and the amount.
  if (cause?.kind === 'transfer' && cause.to !== null) return null
  const atLeast = (percent: bigint) => loss.before === null || loss.amount * 100n >= loss.before * percent
  if (isOrderedPayment(loss, cause)) return loss.before !== null && atLeast(NEARLY_ALL_PERCENT) ? 'medium' : null
  const taker = takerOf(loss, named)
  if ((cause?.kind === 'allowance' || cause?.kind === 'transfer') && taker && spenderKindOf(taker) === 'protocol')
    return null
  if (cause?.kind === 'execution') {
    if ((taker && trustOf(taker) === 'known') || isKeptByService(loss, cause, named)) return null
    const refunds = cause.refund !== null && cause.refund.token === loss.address
    if (refunds && !atLeast(SMALL_PERCENT)) return null
  }
  // An unknown type of message, used by a service that already had the permission to take the asset.
  if (cause === null && taker && trustOf(taker) === 'known') return 'medium'
  if (loss.usd !== null && loss.usd < NEGLIGIBLE_USD) return 'low'
  if (loss.returned === 'unpriced')
    // Orders and calls have rules of their own for what they bring.
    return unpricedSeverity(loss, { named, gained, small: !atLeast(SMALL_PERCENT), isUnknownType: cause === null })
  // An unknown contract may be an honest new one: the share it may take decides.
  const code = taker !== null && trustOf(taker) === 'unknown' && cause?.kind !== 'order'
  // Its own code was executed, and what the message names in exchange does not come: no deposit takes a share for nothing.
  if (code && isUnpaid) return atLeast(MAJORITY_PERCENT) ? 'critical' : 'high'
  if (code) return atLeast(MAJORITY_PERCENT) ? 'high' : atLeast(SMALL_PERCENT) ? 'medium' : 'low'
  return cause?.kind === 'order' || atLeast(MAJORITY_PERCENT) ? 'critical' : 'high'
}

/** Whether only known services are called and keep the assets in their own pools, which the calls do not name. */
function isKeptByService({ takers }: Loss, { calls }: Execution, named: Facts['named']): boolean {
  const made = callsOf(calls).filter(({ data }) => data !== '0x')
  return (
    made.length > 0 &&
    made.every(({ to, operation }) => {
      const called = to === null ? undefined : named[to]
      return operation !== 1 && called !== undefined && trustOf(called) === 'known' && called.token === null
    }) &&
    takers.every((taker) => made.every(({ data }) => !data.includes(taker.slice(2))))
  )
}

/** Judges a loss for assets without a price: an offer for an item pays with them, and so does a scammer's own token. */
function unpricedSeverity(
  loss: Loss,
  {
    named,
    gained,
    small,
    isUnknownType,
  }: Omit<Context, 'cause' | 'isUnpaid'> & { small: boolean; isUnknownType: boolean },
): Severity {
  const printed = gained.every(({ address, assetType }) => {
    const asset = address === null ? undefined : named[address]
    return assetType === 'erc20' && (!asset || trustOf(asset) !== 'known')
  })
  if (loss.tokenId !== null) return printed ? 'high' : 'medium'
  if (printed && isUnknownType && loss.usd !== null && loss.usd > MAX_PRINTED_USD) return 'high'
  // A token without a price may be as worthless; a well-known one never is, also while its price is unknown.
  const token = loss.address === null ? undefined : named[loss.address]
  const isDoubtful = loss.usd === null && loss.address !== null && (!token || trustOf(token) !== 'known')
  return isDoubtful || small ? 'low' : 'medium'
}

/** Returns the largest taker; null for an account of the simulation's own, which plays the thief. */
function takerOf({ takers: [first] }: { takers: readonly Address[] }, named: Facts['named']): Account | null {
  return first === undefined ? null : (named[first] ?? null)
}
