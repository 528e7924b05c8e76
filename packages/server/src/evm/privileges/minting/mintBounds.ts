import type { Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { word } from '../../trade/trader.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import { observeCall, readObservation } from '../observation.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'

const DAY = 86_400n
const WHAT = 'limits of mints'
/** In which a limit that is refilled often is seen to be, and how many of them a day has. */
const SHORT = 600n
const SHORTS_A_DAY = DAY / SHORT
/** A mint of one part in this many of the supply is none that a limit bounds. */
const MUCH = 10n
/** Amounts of one draw, each half of the one before: what is left of a limit is drawn to the last of them. */
const DRAWS = 12
const LARGEST_PART = 16n
/** Percent of the supply, and of the tokens in the pool, up to which a day's mints are little. */
const MAX_PERCENT = 1
const MAX_OF_POOL = 5
/** A second draw at once may take this part of the first. */
const AT_ONCE = 20n
const MAX_SETTERS = 12
const MAX_WAYS = 2

/**
 * Percent of the supply that a privileged account can mint in a day at most, where the code bounds it to little and no other call that works
 * raises the bound: everything that is left of a limit is drawn, at once again, after some minutes and after a day. By the observed call.
 */
export async function mintBounds(
  context: PrivilegesContext,
  minting: readonly ObservedCall[],
  observedCalls: readonly ObservedCall[],
): Promise<ReadonlyMap<AcceptedCall, number>> {
  const { fixture, address, trade } = context
  const { supply } = fixture
  const found = new Map<AcceptedCall, number>()
  if (supply === null || supply < LARGEST_PART << BigInt(DRAWS)) return found
  const sized = [
    ...Map.groupBy(minting, ({ tried }) => `${tried.made.selector} ${tried.caller.address}`).values(),
  ].flatMap((ways) => ways.find(({ tried }) => isSized(tried)) ?? [])
  const open = await execute(
    context,
    sized.map(({ tried }): Attempt => ({ calls: [withAmount(tried, supply / MUCH)] })),
    WHAT,
  )
  const bounded = sized.filter((_, at) => open[at]?.[0]?.success === false)
  const look = observeCall({ subject: address, caller: fixture.stranger, fixture })
  const pooled = trade === null || trade.prelude.length > 0 ? null : trade.venue.pool.tokens
  for (const { tried } of bounded) {
    const draw = Array.from({ length: DRAWS }, (_, at) => withAmount(tried, (supply / LARGEST_PART) >> BigInt(at)))
    const calls = [look, ...draw, look, ...draw, look, ...draw, look]
    const drawn = await execute(
      context,
      [SHORT, DAY].map((seconds): Attempt => ({ calls, pause: { after: 2 * DRAWS + 3, seconds } })),
      WHAT,
    )
    const parts = drawn.map((outcome) => {
      const [was, once, twice, later] = [0, 1, 2, 3].map(
        (at) => readObservation(fixture, outcome?.[at * (DRAWS + 1)])?.supply ?? null,
      )
      return was == null || once == null || twice == null || later == null
        ? null
        : { first: once - was, again: twice - once, later: later - twice }
    })
    const [soon, nextDay] = parts
    if (!soon || !nextDay || soon.first <= 0n || soon.again * AT_ONCE > soon.first) continue
    const most = [soon.first, soon.later * SHORTS_A_DAY, nextDay.later].reduce((max, one) => (one > max ? one : max))
    const percent = Number((most * 100_000n) / supply) / 1_000
    const ofPool = pooled === null || pooled === 0n ? 0 : Number((most * 100_000n) / pooled) / 1_000
    if (percent > MAX_PERCENT || ofPool > MAX_OF_POOL) continue
    if (!(await isRaised(tried))) found.set(tried, percent)
  }
  return found

  /** Whether another privileged call, about the minter and with a large number, lets it mint much. */
  async function isRaised(mint: AcceptedCall): Promise<boolean> {
    const stranger = strangerOf(context)
    const others = observedCalls.filter(
      ({ tried: { made, caller, first } }) =>
        made.selector !== mint.made.selector && caller !== stranger && first === undefined,
    )
    const setters = [
      ...Map.groupBy(
        others,
        ({ tried }) => `${tried.target.address} ${tried.made.selector} ${tried.caller.address}`,
      ).values(),
    ].map((ways) => ways.slice(0, MAX_WAYS))
    // What is not tried may raise it.
    if (setters.length > MAX_SETTERS) return true
    const much = withAmount(mint, (supply ?? 0n) / MUCH)
    const attempts = setters.map((ways): Attempt => {
      return { calls: [...ways.flatMap(({ tried }) => aimed(tried, mint)), much] }
    })
    const outcomes = await execute(context, attempts, WHAT)
    return outcomes.some((outcome) => outcome?.at(-1)?.success !== false)
  }

  /** The call about the minter, as it was accepted and with the whole supply as its number. */
  function aimed({ call, way }: AcceptedCall, { caller }: AcceptedCall): Transaction[] {
    const named = way.args.flatMap((arg) => arg.match(/0x[0-9a-f]{40}(?![0-9a-f])/gi) ?? [])
    const data = named.reduce(
      (text, one) => text.replaceAll(one.slice(2).toLowerCase(), caller.address.slice(2)),
      call.data as string,
    ) as Hex
    const { number } = way
    const large = number === null ? [] : [{ ...call, data: data.replaceAll(word(number), word(supply ?? 0n)) as Hex }]
    return [call, { ...call, data }, ...large]
  }
}

/** Whether one number of the call is the amount that it mints. */
function isSized({ call, way, first }: AcceptedCall): boolean {
  const { number, value } = way
  return first === undefined && value === 0n && number !== null && call.data.split(word(number)).length === 2
}

function withAmount({ call, way }: AcceptedCall, amount: bigint): Transaction {
  return { ...call, data: call.data.replace(word(way.number ?? 0n), word(amount)) as Hex }
}
