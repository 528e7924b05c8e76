import type { TradeResult } from '../../trade/readTrade.ts'
import { runTrades } from '../../trade/runTrades.ts'
import type { TradeContext, TradePlan } from '../../trade/tradeContext.ts'
import { ordinaryCalls } from '../calls/ordinaryCalls.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import type { Candidate } from '../holders/candidate.ts'
import { keyHolders } from '../holders/keyHolders.ts'
import type { Target } from '../holders/targets.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'
import type { BaselineTrade, SwitchTest } from './flip.ts'

/** Insiders that nothing in the contract points to, besides those that something does. */
const MAX_UNLISTED = 6
const MAX_CULPRITS = 24
/** Seconds after which a waiting period set by an ordinary call is no longer honest. */
const DAY = 86_400n
const WHAT = 'ordinary calls by insiders'

/** Compares a trade after calls with the same trade without them. */
type Judging = (calls: readonly AcceptedCall[], trades: { ordinary: TradeResult; result: TradeResult }) => SwitchTest

/**
 * Tries approvals, transfers of nothing or of dust, and payments, by possibly privileged accounts: hidden switches with ordinary
 * names and no gate. Each row of calls follows a purchase; where sales suffer a day later, its calls are made one by one.
 */
export async function ordinarySwitches(
  context: PrivilegesContext,
  own: TradeContext,
  { subject, usual, judged }: { subject: Target; usual: BaselineTrade; judged: Judging },
): Promise<SwitchTest[]> {
  const { held } = usual
  if (held === null || held === 0n) return []
  const callers = await ordinaryCallers(context, subject)
  const rows = callers.flatMap((caller) => ordinaryCalls(context, subject, caller, held))
  const plan = (calls: readonly AcceptedCall[]): TradePlan => {
    const [first] = calls
    // A caller without tokens can send none, so it buys first, as any account may.
    const purchase = first === undefined ? [] : own.venue.buy(first.caller.address, own.spend / 10n || 1n)
    const between = [...purchase, ...calls.map(({ call }) => call)]
    return {
      account: context.fixture.holder,
      spend: own.spend,
      passOn: true,
      wait: usual.wait,
      expected: held,
      between,
      settles: true,
      pause: { after: between.length, seconds: DAY },
    }
  }
  const [ordinary, ...results] = await runTrades(own, [plan([]), ...rows.map(plan)], WHAT)
  if (!ordinary || ordinary.sellTax === null) return []
  const outcome = (calls: readonly AcceptedCall[], result: TradeResult | null | undefined): SwitchTest | null => {
    if (!result) return null
    const made = result.between.slice(result.between.length - calls.length)
    const applied = calls.filter((_, at) => made[at] === true)
    return applied.length === 0 ? null : judged(applied, { ordinary, result })
  }
  const bad = rows.flatMap((row, index) => {
    const flip = outcome(row, results[index])
    return flip?.switched ? [{ row, flip }] : []
  })
  const single = bad.flatMap(({ row }) => (row.length > 1 ? row.map((one) => [one]) : [])).slice(0, MAX_CULPRITS)
  const alone = await runTrades(own, single.map(plan), WHAT)
  const culprits = single.flatMap((calls, index) => {
    const flip = outcome(calls, alone[index])
    return flip?.switched ? [flip] : []
  })
  const found = bad.flatMap(({ row, flip }) => {
    const told = culprits.filter(({ calls }) => calls.some((one) => row.includes(one)))
    return told.length > 0 ? told : [flip]
  })
  // An effect open to any account is no privilege of known ones.
  const key = ({ calls }: SwitchTest) => calls.map(({ made }) => made.selector).join()
  const stranger = strangerOf(context)
  const open = new Set(found.filter(({ calls }) => calls[0]?.caller === stranger).map(key))
  return found.filter((flip) => flip.calls[0]?.caller === stranger || !open.has(key(flip)))
}

/** Returns possibly privileged accounts of a token, and a stranger. */
export async function ordinaryCallers(context: PrivilegesContext, subject: Target): Promise<Candidate[]> {
  const known = await keyHolders(context, subject)
  const others = context.insiders.slice(0, MAX_UNLISTED)
  return [...new Map([strangerOf(context), ...others, ...known].map((one) => [one.address, one])).values()]
}
