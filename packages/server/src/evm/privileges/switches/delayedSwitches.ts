import type { OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import { codeDurations } from '../../trade/codeDurations.ts'
import { runTrades } from '../../trade/runTrades.ts'
import type { TradeContext, TradePlan } from '../../trade/tradeContext.ts'
import { callOf } from '../calls/callOf.ts'
import { transferSlots } from '../calls/mayTouchTrading.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import { CALLER_OF_FUNCTIONS } from '../holders/candidate.ts'
import type { ObservedCall } from '../observeCalls.ts'
import { limitWithinBudget, privilegedCalls } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import type { RefusedFunction } from '../screen.ts'
import type { SwitchTest } from './flip.ts'
import { judgeSwitch } from './judgeSwitch.ts'

/** Seconds, shortest first: the last finds a delay, the others measure it. */
const DELAYS = [0n, 60n, 3_600n, 21_600n, 86_340n, 172_800n, 604_800n, 2_592_000n]
const LONGEST = DELAYS.at(-1) ?? 0n
const MAX_PAIRS = 24
/** Accounts known by their calls alone that pass a function of users. */
const MIN_USERS = 3
const MAX_WAYS = 12
const MAX_FUSES = 16

/** A call now, and a later one that was refused before; or none, where time alone has the effect. */
type Fuse = { first: AcceptedCall; second: AcceptedCall | null; announced: boolean }

/**
 * Switches that need time: a second call that is refused until long after a first one, and calls whose effect comes by itself.
 * How long is told by the shortest of some delays that is enough.
 */
export async function delayedSwitches(
  context: PrivilegesContext,
  {
    tried,
    closed,
    flips,
    observedCalls,
  }: {
    tried: readonly AcceptedCall[]
    closed: readonly RefusedFunction[]
    flips: readonly SwitchTest[]
    observedCalls: readonly ObservedCall[]
  },
): Promise<OwnerSwitch[]> {
  const { trade, fixture, chain, block, bytecode, signal } = context
  if (trade === null || !codeDurations(await chain.code(block, bytecode.address, signal), 0, 0).looks) return []
  const own: TradeContext = { ...trade, budget: context.budget }
  const fuses = [...(await secondCalls(context, tried, closed)), ...(await slowCalls(context, flips, observedCalls))]
  if (fuses.length === 0) return []
  const plan = (fuse: Fuse | null, seconds: bigint): TradePlan => {
    const later = fuse?.second ?? null
    const calls = fuse === null ? [] : [fuse.first.call, ...(later === null ? [] : [later.call])]
    const between = calls
    const base = { account: fixture.holder, spend: own.spend, passOn: true, wait: 'next-block' as const, settles: true }
    return { ...base, between, pause: { after: fuse === null ? 0 : 1, seconds } }
  }
  const [usual = null, ...results] = await runTrades(
    own,
    [plan(null, LONGEST), ...fuses.map((fuse) => plan(fuse, LONGEST))],
    'delayed switches',
  )
  // Trades tell whether a delay ends by itself.
  if (usual === null || usual.sellTax === null) return []
  const before = { buyTax: usual.buyTax, transferTax: usual.transferTax, sellTax: usual.sellTax }
  const judge = ({ first, second }: Fuse, result: typeof usual): OwnerSwitch | null => {
    const calls = second === null ? [first] : [first, second]
    if (result.between.slice(0, calls.length).some((done) => !done)) return null
    return judgeSwitch(privilegedCalls(context, calls), {
      before,
      after: {
        buyTax: usual.buyTax,
        transferTax: result.transferTax,
        sellTax: result.sellTax,
        reason: result.failed?.reason ?? null,
        taken: Math.max(0, (result.taken ?? 0) - (usual.taken ?? 0)),
      },
      named: calls.some(({ way }) => way.names),
    })
  }
  const lit = fuses.flatMap((fuse, index) => {
    const result = results[index] ?? null
    const switched = result === null ? null : judge(fuse, result)
    return switched === null ? [] : [{ fuse, switched }]
  })
  const shorter = DELAYS.slice(0, -1)
  const timed = await runTrades(
    own,
    lit.flatMap(({ fuse }) => shorter.map((seconds): TradePlan => ({ ...plan(fuse, seconds), unexplained: true }))),
    'delayed switches',
  )
  return lit.flatMap(({ fuse, switched }, index) => {
    const enough = shorter.find((_, at) => {
      const result = timed[index * shorter.length + at] ?? null
      return result !== null && judge(fuse, result) !== null
    })
    // A single call with an immediate effect was judged already.
    if (fuse.second === null && enough === 0n) return []
    return [{ ...switched, delay: { seconds: Number(enough ?? LONGEST), announced: fuse.announced } }]
  })
}

/** Finds calls that succeed some time after another call, and not without it. */
async function secondCalls(
  context: PrivilegesContext,
  tried: readonly AcceptedCall[],
  closed: readonly RefusedFunction[],
): Promise<Fuse[]> {
  const firsts = tried.filter(({ caller }) => caller.role !== 'stranger')
  const open = openToUsers(tried)
  const pairs = closed.flatMap(({ target, made, ways }) => {
    const arming = firsts.filter((one) => {
      return one.target === target && one.made !== made && one.made.writes.some((slot) => made.reads.includes(slot))
    })
    const functions = [...Map.groupBy(arming, (one) => `${one.made.selector} ${one.caller.address}`).values()]
    const restricted = functions.filter(([one]) => one !== undefined && !open.has(one.made))
    // What anyone may call, such as a transfer, one caller tries once.
    const free = Map.groupBy(functions.flat(), (one) => one.made)
    const once = [...free].flatMap(([own, list]) => (open.has(own) ? list.slice(0, 1) : []))
    const armed = [...restricted.flatMap((list) => list.slice(0, 2)), ...once]
    return armed.map((first) => ({ first, target, made, ways }))
  })
  const looked = limitWithinBudget(context, pairs, { max: MAX_PAIRS, what: 'delayed calls' })
  // A queued call is executed by the same arguments.
  const calls = looked.map(({ first, target, made, ways }) => {
    const same = made.arguments === first.made.arguments && made.arguments !== ''
    const own = same ? [{ ...first.way, data: `${made.selector}${first.way.data.slice(10)}` as const }] : []
    return [...own, ...ways].slice(0, MAX_WAYS).map((way): AcceptedCall => {
      return { target, made, caller: first.caller, way, call: callOf(target, first.caller, way) }
    })
  })
  const attempts = looked.map(({ first }, index): Attempt => {
    const later = (calls[index] ?? []).map(({ call }) => call)
    return {
      calls: [first.call, ...later],
      pause: { after: 1, seconds: LONGEST },
    }
  })
  const outcomes = await execute(context, attempts, 'delayed calls')
  return looked.flatMap(({ first }, index) => {
    const [armed, ...later] = outcomes[index] ?? []
    const second = calls[index]?.find((_, at) => later[at]?.success === true)
    return armed === undefined || second === undefined ? [] : [{ first, second, announced: armed.logs.length > 0 }]
  })
}

/** Functions that any account may call, or any account that holds something of the contract's, such as a redemption of shares. */
function openToUsers(tried: readonly AcceptedCall[]): Set<AcceptedCall['made']> {
  const users = Map.groupBy(
    tried.filter(({ caller }) => caller.by === CALLER_OF_FUNCTIONS),
    ({ made }) => made,
  )
  const used = [...users].flatMap(([made, calls]) =>
    new Set(calls.map(({ caller }) => caller.address)).size >= MIN_USERS ? [made] : [],
  )
  return new Set([...tried.flatMap(({ caller, made }) => (caller.role === 'stranger' ? [made] : [])), ...used])
}

/** Finds calls without an immediate effect that write storage which transfers compare. */
async function slowCalls(
  context: PrivilegesContext,
  flips: readonly SwitchTest[],
  observedCalls: readonly ObservedCall[],
): Promise<Fuse[]> {
  const slots = transferSlots(context)
  const idle = flips.flatMap(({ calls: [first, second], switched, after }) => {
    const alone = switched === null && after.sellTax !== null && first !== undefined && second === undefined
    return alone && first.made.writes.some((slot) => slots.has(slot)) ? [first] : []
  })
  const functions = [...Map.groupBy(idle, ({ made, caller }) => `${made.selector} ${caller.address}`).values()]
  const few = functions.flatMap((ways) => [...new Set([ways[0], ways.at(-1)])].filter((one) => one !== undefined))
  const looked = limitWithinBudget(context, few, { max: MAX_FUSES, what: 'delayed switches' })
  // Ordinary calls were made with others, so that their own logs are not known.
  const logged = new Map(observedCalls.map(({ tried, emitted }) => [tried, emitted]))
  const unknown = looked.filter((one) => !logged.has(one))
  const outcomes = await execute(
    context,
    unknown.map(({ call }) => ({ calls: [call] })),
    'delayed switches',
  )
  for (const [index, one] of unknown.entries()) logged.set(one, outcomes[index]?.at(-1)?.logs.length ?? 0)
  return looked.map((first) => ({ first, second: null, announced: (logged.get(first) ?? 0) > 0 }))
}
