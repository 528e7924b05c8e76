import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Claim, ClaimSwitch, PriceSetter } from '@redoubt/risk/facts/claim.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { isExitName } from './calls/exitCalls.ts'
import { secondsOf, TRIED } from './exits/exitSchedule.ts'
import type { LockEnd } from './exits/lockEnds.ts'
import type { Exit } from './exits/searchExits.ts'
import type { OutcomeFindings } from './gatherOutcomes.ts'
import type { PayoutFindings } from './gatherPayouts.ts'
import type { SwitchFindings } from './gatherSwitches.ts'
import type { DepositTerms } from './gatherTerms.ts'
import { switchOf, takeOf } from './outcomes/takesAndSwitches.ts'
import type { LockedFunctions } from './payouts/lockedFunctions.ts'
import type { Deposit } from './searchDeposit.ts'
import { switchesOn, withoutOrders } from './switches/switchesOn.ts'

/** All that the steps of the search found. */
export type DepositFindings = {
  before: SwitchFindings
  payouts: Omit<PayoutFindings, 'lifted'>
  outcomes: OutcomeFindings
  /** Payments that cannot be executed here, and what allowances of the contracts take. */
  lifted: readonly ClaimSwitch[]
  allowed: readonly ClaimSwitch[]
  prices: readonly PriceSetter[]
  locks: LockedFunctions
  terms: DepositTerms
}

const MAX_OFFERED = 8

/** Makes the claim on each asset that left: what comes back, what stops or takes it, and how much of that was looked at. */
export function claimRecords(deposit: Deposit, found: DepositFindings): Claim[] {
  const { block, owned, search, paid, coverage, unreadable, unlisted } = deposit
  const { account, losses, whenOutbid } = owned
  const { best, replacement, exits, looked, ends } = search
  const { before, payouts, outcomes, allowed, prices, locks, terms } = found
  const { switches, aimed, named, called, end, ofLaterCode } = before
  const { unread } = coverage
  const lifted = found.lifted.filter(
    ({ selector }) =>
      ![...switches, ...aimed, ...payouts.made, ...outcomes.executed].some((one) => one.selector === selector),
  )
  const phased = phasedOf(before)
  const takes = [...outcomes.executed, ...(paid === null ? [...lifted, ...allowed].map(takeOf) : [])]
  const conditions = before.conditions.filter(({ selector }) => !switches.some((one) => one.selector === selector))
  const offered = offeredBy(exits)
  const exit = exitOf(best.call, looked)
  const seconds = secondsOf(best.walk?.blocks ?? [])
  const lock = lockOf(
    ends.find(({ tried }) => tried === seconds),
    block,
  )
  const triedAfter = [...TRIED, ...ends.map(({ tried }) => Number(tried))].toSorted((a, b) => a - b)
  const switchesOf = (asset: Address | null): ClaimSwitch[] => [
    ...switchesOn(asset, switches),
    ...switchesOn(asset, phased),
    ...withoutOrders([...aimed, ...called], switches),
    ...(before.openToOthers ? [] : named.filter(({ caller }) => switches.every((one) => one.caller !== caller))),
    ...before.earlier,
    ...switchesOn(asset, withoutOrders(payouts.made, switches)),
    ...lifted,
    ...allowed,
    ...(whenOutbid ? takes.map((take) => switchOf(take, losses[0]?.address ?? null)) : []),
  ]
  return losses.map((loss, index): Claim => {
    const returned = terms.returned[index] ?? 0n
    const own = best.returned[index] ?? 0n
    const isPaid = returned > 0n
    return {
      account,
      beneficiary: null,
      asset: loss.address,
      tokenId: loss.tokenId,
      amount: loss.amount,
      takers: loss.takers,
      returned: isPaid ? returned : 0n,
      ...(returned > own && { inOthers: returned - (own > 0n ? own : 0n) }),
      exit: isPaid ? exit : null,
      after: isPaid ? Number(seconds) : 0,
      ...(isPaid && lock !== undefined && { lock }),
      whenOutbid,
      openToOthers: before.openToOthers,
      offered: [...offered],
      ...(search.delivers && { delivers: true as const }),
      ...(terms.isPurchase && { atPrice: true as const }),
      switches: isPaid ? switchesOf(loss.address) : [],
      ...(prices.length > 0 && { prices: [...prices] }),
      ...(replacement !== null &&
        !isPaid && {
          replacement: {
            asset: replacement.token,
            amount: replacement.amount,
            after: replacement.seconds,
            exit: exitOf(replacement.call, looked),
          },
        }),
      closesAfter: isPaid ? (end.closesAfter ?? ofLaterCode.closesAfter) : null,
      closesWithUse: isPaid && end.closesWithUse,
      later: isPaid && index === 0 ? [...end.later] : [],
      triedAfter,
      ...(outcomes.custody !== null && { custody: outcomes.custody }),
      ...(terms.misdirected !== null && !isPaid && index === 0 && { misdirected: terms.misdirected }),
      takes: [...takes],
      release: outcomes.release,
      locked: locks.byOthers,
      lockedBySignature: locks.bySignature,
      ownSecret: returned === 0n && locks.bySender,
      complete: coverage.complete && !payouts.cut,
      ...((unreadable || (unlisted && best.call === null)) && { unreadable: true as const }),
      ...(unlisted && { unlisted: true as const }),
      ...(unread.size > 0 && { unread: [...unread] }),
      ...(terms.payments !== null && { payments: terms.payments }),
      ...(isPaid && conditions.length > 0 && { conditions }),
    }
  })
}

/** Calls of later code that do more than the calls of now, or that are others. */
function phasedOf({ switches, ofLaterCode }: SwitchFindings): ClaimSwitch[] {
  return ofLaterCode.switches.filter(({ selector, caller, takes }) =>
    switches.every(
      (one) => one.selector !== selector || one.caller !== caller || (takes !== null && one.takes === null),
    ),
  )
}

/** Functions that pay back by their name. One for the owner of the contract alone offers the depositor nothing. */
function offeredBy(exits: readonly Exit[]): string[] {
  const names = exits.flatMap(({ made }) =>
    made.signature !== null && isExitName(made.signature) && !made.gated ? [made.signature] : [],
  )
  return [...new Set(names)].slice(0, MAX_OFFERED)
}

function lockOf(found: LockEnd | undefined, { timestamp }: PinnedBlock): Claim['lock'] {
  return found && { until: Number(timestamp + found.end), asked: found.asked }
}

function exitOf(call: Transaction | null, exits: readonly Exit[]): Claim['exit'] {
  if (call === null || call.to === null) return null
  const selector = call.data.slice(0, 10) as Hex
  const made = exits.find((one) => one.payer.address === call.to && one.made.selector === selector)?.made
  return { contract: call.to, selector, signature: made?.signature ?? null }
}
