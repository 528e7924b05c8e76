import type { Hex } from '@redoubt/risk/address.ts'
import type { OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import type { TradeResult } from '../../trade/readTrade.ts'
import { runTrades } from '../../trade/runTrades.ts'
import type { TradeContext, TradePlan } from '../../trade/tradeContext.ts'
import { usualTrade } from '../../trade/usualTrade.ts'
import { chooseWays, isRelevant } from '../calls/relevance.ts'
import { steppedCalls } from '../calls/steppedCalls.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import type { Effect } from '../effects.ts'
import type { Target } from '../holders/targets.ts'
import type { ObservedCall } from '../observeCalls.ts'
import { limitWithinBudget, privilegedCalls } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import type { BaselineTrade, SwitchTest } from './flip.ts'
import { judgeSwitch, type Taxes, type TradedTaxes } from './judgeSwitch.ts'
import { ordinarySwitches } from './ordinarySwitches.ts'
import { traceCalls, type Unread } from './unread.ts'

const MAX_WAYS = 6
const MAX_FLIPS = 90
const MAX_PAIRS = 30
const MAX_REPEATED = 12
const DAY = 86_400n

/**
 * Trades around each call that may affect trading: buy, the call, transfer, sell; where that shows an effect, or may show one
 * only later, with the call first. Then two calls together, where one alone did nothing, and the calls open to all accounts.
 * Without a market, transfers show the tax. `usual`: the `baselineTrade`.
 */
export async function findSwitches(
  context: PrivilegesContext,
  subject: Target,
  observedCalls: readonly ObservedCall[],
  usual: BaselineTrade | null,
): Promise<SwitchTest[]> {
  const upgrades = new Set(
    observedCalls.filter(({ effects }) => effects.some(isUpgrade)).map(({ tried }) => tried.made),
  )
  const relevant = observedCalls.filter((one) => !upgrades.has(one.tried.made) && isRelevant(context, one))
  const { trade } = context
  if (trade === null || usual === null) return relevant.map((one) => byGift(context, one))
  const own: TradeContext = { ...trade, budget: context.budget }

  const single = limitWithinBudget(context, choicesOf(relevant), { max: MAX_FLIPS, what: 'switches' })
  const plain = single.filter(({ first }) => first === undefined)
  const unread = await traceCalls(own, { ...usual, account: context.fixture.holder, spend: own.spend }, plain)
  const flips = await flipAll(
    context,
    own,
    { ...usual, unread },
    single.map((one) => (one.first === undefined ? [one] : [one.first, one])),
    'switches',
  )
  const idle = flips.filter(({ switched, after }) => switched === null && after.sellTax !== null)
  const pairs = limitWithinBudget(context, pairsOf(idle.flatMap(({ calls }) => calls)), {
    max: MAX_PAIRS,
    what: 'pairs of switches',
  })
  const tied = await without(pairs, ([one, other]) => unread?.areApart(one, other))
  const both = await flipAll(context, own, usual, tied, 'pairs of switches')
  const known = new Set(
    flips.flatMap(({ switched, calls }) => (switched === null ? [] : calls.map(({ made }) => made))),
  )
  const repeatable = steppedCalls(idle.filter(({ calls }) => calls.every(({ made }) => !known.has(made))))
  const stepped = await without(repeatable, async (calls) =>
    (await Promise.all(calls.map((one) => unread?.isNothing(one)))).every((one) => one === true),
  )
  const steps = await flipAll(context, own, usual, stepped, 'repeated switches')
  const judged = (
    calls: readonly AcceptedCall[],
    { ordinary, result }: { ordinary: TradeResult; result: TradeResult },
  ): SwitchTest => {
    const before = taxesOf(ordinary)
    const after = tradedTaxes(result, { ...usual, taxes: before, taken: ordinary.taken ?? 0 })
    return { calls, before, after, switched: judge(context, before, calls, after) }
  }
  const ordinary = await ordinarySwitches(context, own, { subject, usual, judged })
  return settleNames(context, own, usual, [...flips, ...both, ...steps, ...ordinary])
}

/**
 * Settles whether a call that names the holder affects every account: it is tried with another account's name. A caller that can
 * stop one account can stop the pool's as well, which is not another switch.
 */
async function settleNames(
  context: PrivilegesContext,
  own: TradeContext,
  usual: BaselineTrade,
  flips: readonly SwitchTest[],
): Promise<SwitchTest[]> {
  const { holder, depositor } = context.fixture
  const renamed = flips.flatMap((flip) => {
    if (flip.switched?.hits !== 'named-account') return []
    const calls = flip.calls.map((one): AcceptedCall => {
      const data = one.call.data.replaceAll(holder.slice(2), depositor.slice(2)) as Hex
      return { ...one, way: { ...one.way, data, names: false }, call: { ...one.call, data } }
    })
    return [{ flip, calls }]
  })
  const control = await flipAll(
    context,
    own,
    usual,
    renamed.map(({ calls }) => calls),
    'whom switches hit',
  )
  const affectsAll = new Set(
    renamed.flatMap(({ flip, calls }) => {
      const other = control.find((one) => one.calls === calls)
      return other?.switched?.effect === flip.switched?.effect ? [flip] : []
    }),
  )
  const found = flips.map((flip): SwitchTest => {
    return affectsAll.has(flip) && flip.switched
      ? { ...flip, switched: { ...flip.switched, hits: 'all-holders' } }
      : flip
  })
  const functions = ({ calls }: Pick<SwitchTest, 'calls'>) =>
    calls.map(({ made, caller }) => `${made.selector} ${caller.address}`).join()
  const naming = new Set(found.filter(({ switched }) => switched?.hits === 'named-account').map(functions))
  return found.filter(({ calls, switched }) => {
    const ofPool = calls.some(({ way }) => context.fixture.pool !== null && way.args.includes(context.fixture.pool))
    return switched?.hits !== 'all-holders' || !ofPool || !naming.has(functions({ calls }))
  })
}

/** Elements for which the question is answered by anything but true. */
async function without<Value>(
  all: readonly Value[],
  isKnown: (one: Value) => Promise<boolean | undefined> | undefined,
): Promise<Value[]> {
  const known = await Promise.all(all.map((one) => isKnown(one)))
  return all.filter((_, at) => known[at] !== true)
}

function wentThrough(made: readonly boolean[], calls: readonly AcceptedCall[]): boolean {
  return made.length >= calls.length && made.slice(0, calls.length).every(Boolean)
}

function isUpgrade({ kind }: Effect): boolean {
  return kind === 'upgrade'
}

/** Trades without any added call: at once, else a day later. Null without a market, and when the token cannot be sold. */
export async function baselineTrade({
  fixture,
  trade,
  budget,
}: Pick<PrivilegesContext, 'fixture' | 'trade' | 'budget'>): Promise<BaselineTrade | null> {
  if (trade === null) return null
  const own: TradeContext = { ...trade, budget }
  for (const wait of ['next-block', DAY] as const) {
    const result = await usualTrade(own, { account: fixture.holder, spend: own.spend, wait }, 'switches')
    if (result === null || result.sellTax === null) continue
    const { held, taken } = result
    return { taxes: taxesOf(result), held, result, taken: taken ?? 0, wait }
  }
  return null
}

async function flipAll(
  context: PrivilegesContext,
  own: TradeContext,
  usual: BaselineTrade & { unread?: Unread | null },
  combinations: readonly (readonly AcceptedCall[])[],
  what: string,
): Promise<SwitchTest[]> {
  const isUnread = (calls: readonly AcceptedCall[]) =>
    calls.length === 1 && calls.every((one) => usual.unread?.isIdle(one) === true)
  const plan = (calls: readonly AcceptedCall[]): TradePlan => ({
    account: context.fixture.holder,
    spend: own.spend,
    passOn: true,
    wait: usual.wait,
    expected: usual.held,
    between: calls.map(({ call }) => call),
    settles: true,
  })
  const traded = combinations.filter((calls) => !isUnread(calls))
  const firstTrade = await tradesOf(traded)
  const first = combinations.map((calls) => {
    const result = firstTrade(calls)
    if (result === undefined) return { calls, after: tradedTaxes(usual.result, usual) }
    return result !== null && wentThrough(result.between, calls) ? { calls, after: tradedTaxes(result, usual) } : null
  })
  const tried = first.filter((one) => one !== null)
  const judged = tried.map((one) => ({ ...one, switched: judge(context, usual.taxes, one.calls, one.after) }))
  // Accounts that arrive after the call: can they still buy, and does it affect only them?
  const asking = judged.filter(
    ({ switched, calls }) => switched !== null || calls.some(({ way }) => way.flag === true || way.args.length === 0),
  )
  const again = (
    await without(asking, async ({ calls: [one, ...more] }) =>
      one === undefined || more.length > 0 ? false : usual.unread?.isIdleBefore(one),
    )
  )
    .toSorted((a, b) => Number(b.switched !== null) - Number(a.switched !== null))
    .slice(0, MAX_REPEATED)
  const laterTrade = await tradesOf(
    again.map(({ calls }) => calls),
    ({ between, ...rest }) => ({ ...rest, ...(between === undefined ? {} : { before: between }) }),
  )
  return judged.map(({ calls, after, switched }): SwitchTest => {
    const result = laterTrade(calls) ?? null
    if (result === null || !wentThrough(result.before, calls)) return { calls, switched, before: usual.taxes, after }
    const bought = { ...after, buyTax: result.buyTax }
    if (switched === null && result.sellTax === null && result.buyTax !== null) {
      const newcomers = { ...tradedTaxes(result, usual), buyTax: result.buyTax }
      return { calls, after: newcomers, before: usual.taxes, switched: judge(context, usual.taxes, calls, newcomers) }
    }
    return { calls, after: bought, before: usual.taxes, switched: judge(context, usual.taxes, calls, bought) }
  })

  /** The trade of each combination; the same calls, found twice, are made once. Undefined: it was not asked for. */
  async function tradesOf(
    wanted: readonly (readonly AcceptedCall[])[],
    change: (one: TradePlan) => TradePlan = (one) => one,
  ): Promise<(calls: readonly AcceptedCall[]) => TradeResult | null | undefined> {
    const key = (calls: readonly AcceptedCall[]) =>
      calls.map(({ call: { from, to, value, data } }) => `${from} ${to} ${value} ${data}`).join()
    const each = new Map(wanted.map((calls) => [key(calls), calls]))
    const results = await runTrades(
      own,
      [...each.values()].map((calls) => change(plan(calls))),
      what,
    )
    const known = new Map([...each.keys()].map((one, at) => [one, results[at] ?? null]))
    const asked = new Set(wanted)
    return (calls) => (asked.has(calls) ? known.get(key(calls)) : undefined)
  }
}

function judge(
  context: PrivilegesContext,
  before: Taxes,
  calls: readonly AcceptedCall[],
  after: TradedTaxes,
): OwnerSwitch | null {
  const named = calls.some(({ way }) => way.names)
  return judgeSwitch(privilegedCalls(context, calls), { before, after, named })
}

function byGift(context: PrivilegesContext, { tried, transferTax }: ObservedCall): SwitchTest {
  const none = { buyTax: null, sellTax: null }
  const before = { ...none, transferTax: transferTax?.before ?? null }
  const after = { ...none, transferTax: transferTax?.after ?? null, reason: null, taken: 0 }
  return { calls: [tried], before, after, switched: judge(context, before, [tried], after) }
}

function taxesOf({ buyTax, transferTax, sellTax }: TradeResult): Taxes {
  return { buyTax, transferTax, sellTax }
}

/** Counts the purchase at its usual tax: it came before the call. */
function tradedTaxes(result: TradeResult, usual: BaselineTrade): TradedTaxes {
  const taken = Math.max(0, (result.taken ?? 0) - usual.taken)
  return { ...taxesOf(result), buyTax: usual.taxes.buyTax, reason: result.failed?.reason ?? null, taken }
}

/** Returns a few ways of each function and caller. */
function choicesOf(observedCalls: readonly ObservedCall[]): AcceptedCall[] {
  const byFunction = new Map<string, AcceptedCall[]>()
  for (const { tried } of observedCalls) {
    const key = `${tried.target.address} ${tried.made.selector} ${tried.caller.address}`
    byFunction.set(key, [...(byFunction.get(key) ?? []), tried])
  }
  return [...byFunction.values()].flatMap((ways) => chooseWays(ways, MAX_WAYS))
}

/** Returns pairs of functions of one contract, each with its largest and smallest arguments. */
function pairsOf(idle: readonly AcceptedCall[]): [AcceptedCall, AcceptedCall][] {
  const functions = Map.groupBy(idle, ({ target, made }) => `${target.address} ${made.selector}`)
  const ends = [...functions.values()].map((ways) => {
    const sorted = ways.toSorted((a, b) => ((a.way.number ?? 0n) < (b.way.number ?? 0n) ? -1 : 1))
    const distinct = [...new Set([sorted.at(-1), sorted.findLast(({ way }) => (way.number ?? 0n) <= 100n), sorted[0]])]
    const flags = [...new Map(ways.map((one) => [one.way.flag, one])).values()]
    return (flags.length > 1 ? flags : distinct.filter((one) => one !== undefined)).slice(0, 2)
  })
  return ends.flatMap((one, at) =>
    ends.slice(at + 1).flatMap((other) => one.flatMap((a) => other.map((b): [AcceptedCall, AcceptedCall] => [a, b]))),
  )
}
