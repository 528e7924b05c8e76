import { ownBalances } from './pockets.ts'
import { isFirst, keyOf, knownPurchase, rememberPurchase } from './purchases.ts'
import { readTrade, type TradeResult } from './readTrade.ts'
import { isMasked } from './swapLog.ts'
import { tracePurchases } from './tracePurchases.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'
import { type TradeAmounts, type TradeQuestion, tradeSequence } from './tradeSequence.ts'

/** Limit of repetitions until amounts agree with the result of the purchase. */
const MAX_ROUNDS = 5
const BASIS_POINTS = 10_000n
/** Share that is transferred on: one in this many. */
const PASSED_PART = 4n

type Attempt = {
  plan: TradePlan
  /** Assumed balance before the account transfers and sells; null: not known yet. */
  held: bigint | null
  amounts: TradeAmounts
  ask: TradeQuestion
  sync: boolean
  result: TradeResult | null
  open: boolean
}

/**
 * Executes trades side by side, all of one round in one message. What a purchase brings is known only once it ran, so a trade
 * is repeated until it sells what it has. Null where the budget ended first, and where the engine gave up.
 * @param what the name under which the budget notes what was left out.
 * @throws SimulationUnavailable when nothing could be executed.
 */
export async function runTrades(
  context: TradeContext,
  plans: readonly TradePlan[],
  what: string,
): Promise<(TradeResult | null)[]> {
  const attempts = plans.map((plan): Attempt => {
    const held = plan.expected ?? null
    const amounts = held === null || held === 0n ? null : amountsOf(plan, held)
    return { plan, held, amounts, ask: null, sync: false, result: null, open: true }
  })
  const own = await ownBalances(context, plans)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const all = attempts.filter((attempt) => attempt.open)
    for (const attempt of all) expect(context, attempt)
    const open = round === 0 ? all.filter(isNew(context)) : all
    await tracePurchases(
      context,
      open.map(({ plan }) => plan),
      own,
    )
    if (open.length === 0) break
    if (!context.budget.take(open.length, what)) {
      // Half a trade says nothing about its second half; one that only lacks the token's revert reason is whole.
      for (const attempt of open) if (attempt.ask === null) attempt.result = null
      break
    }
    const sequences = open.map(({ plan, amounts, ask, sync }) =>
      tradeSequence(context, plan, { amounts, ask, sync, own }),
    )
    const outcomes = await context.simulator.simulateSequences({
      block: context.block,
      sequences: sequences.map(({ sequence }) => sequence),
      signal: context.signal,
    })
    open.forEach((attempt, index) => {
      const [sequence, outcome] = [sequences[index], outcomes[index] ?? null]
      if (sequence !== undefined && outcome !== null) {
        const result = readTrade(context, sequence, outcome, attempt.amounts)
        attempt.result = result
        if (result.purchase !== null) rememberPurchase(context, attempt.plan, result.purchase)
        decide(attempt)
      } else giveUp(context, attempt, what)
    })
  }
  return attempts.map(({ result }) => result)
}

/** What the same purchase brought before tells how much there is to sell. */
function expect(context: TradeContext, attempt: Attempt): void {
  const { plan } = attempt
  const purchase = knownPurchase(context, plan)
  if (attempt.held !== null || purchase === null || plan.buyOnly === true) return
  attempt.held = purchase.bought
  attempt.amounts = amountsOf(plan, purchase.bought)
}

/** Of trades that begin with the same unknown purchase, the first tells the others what it brings. */
function isNew(context: TradeContext): (attempt: Attempt) => boolean {
  const made = new Set<string>()
  return ({ plan, held }) => {
    if (!isFirst(plan) || held !== null || plan.buyOnly === true || knownPurchase(context, plan) !== null) return true
    const isMade = made.has(keyOf(plan))
    made.add(keyOf(plan))
    return !isMade
  }
}

/** Notes that the engine refused, or answered too much: an unseen result is not a failed trade. */
function giveUp({ budget }: TradeContext, attempt: Attempt, what: string): void {
  attempt.open = false
  if (attempt.ask !== null) return
  attempt.result = null
  budget.note(what)
}

/** Whether a trade has to run again, and how. */
function decide(attempt: Attempt): void {
  const { plan, amounts, ask, result } = attempt
  attempt.open = false
  const left = leftOf(result, amounts)
  if (result === null || (ask !== null && left === null)) return
  const { failed, held } = result
  const explain = () => {
    const step = failed?.step
    if (plan.unexplained === true || failed === null || (step !== 'buy' && step !== 'sell') || !isMasked(failed.reason))
      return
    attempt.ask = step
    attempt.open = true
  }
  if (plan.settles === true && result.outOfStep && !attempt.sync) {
    attempt.sync = true
    attempt.open = true
  } else if (failed?.step === 'buy') explain()
  else if (held !== null && held > 0n && plan.buyOnly !== true) {
    if (amounts === null || held !== attempt.held) {
      attempt.held = held
      attempt.amounts = amountsOf(plan, held)
      attempt.open = true
    } else if (left !== null && amounts !== null) {
      attempt.amounts = { ...amounts, sold: affordable(held, amounts.passed, left) }
      attempt.ask = null
      attempt.open = true
    } else explain()
  }
}

/** Returns what was left just before a sale of more that failed: a transfer took more than was sent, or balances shrink. Null: enough was. */
function leftOf(result: TradeResult | null, amounts: TradeAmounts): bigint | null {
  if (result === null || amounts === null || result.sellTax !== null || result.ready === null) return null
  return result.ready > 0n && result.ready < amounts.sold ? result.ready : null
}

/** Returns the sellable amount when the transfer took more than was sent. */
function affordable(held: bigint, passed: bigint, ready: bigint): bigint {
  const spent = held - ready
  const sold = passed > 0n && spent > passed ? (ready * passed) / spent : ready
  return sold > 0n ? sold : ready
}

/** What an account with so many tokens transfers and sells. */
export function amountsOf({ passOn, sellShare = BASIS_POINTS }: TradePlan, held: bigint): NonNullable<TradeAmounts> {
  const passed = passOn && held > 1n ? (held < PASSED_PART ? 1n : held / PASSED_PART) : 0n
  const share = ((held - passed) * sellShare) / BASIS_POINTS
  return { passed, sold: share > 0n ? share : held - passed }
}
