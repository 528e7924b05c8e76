import type { Hex } from '@redoubt/risk/address.ts'
import type { OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import { word } from '../../trade/words.ts'
import type { Tried } from './tried.ts'

type Idle = { calls: readonly Tried[]; before: OwnerSwitch['before']; after: OwnerSwitch['before'] }

const MAX_FUNCTIONS = 12
/** How often: few, for what has a limit that many would run into. */
const TIMES = [3, 6]
/** A fee in basis points: what takes more has no limit that steps would get around. */
const MAX_NUMBER = 10_000n
/** Percentage points. */
const MIN_CHANGE = 0.5

/**
 * Calls that one limit measures by what went before, several times over: what moved a tax with a number, with twice the number
 * each time; what raised it, or takes nothing at all, as it is.
 */
export function steppedCalls(idle: readonly Idle[]): Tried[][] {
  const single = idle.flatMap(({ calls: [one, other], ...taxes }) => {
    return one === undefined || other !== undefined ? [] : [{ one, change: changeOf(taxes) }]
  })
  const functions = Map.groupBy(single, ({ one }) => `${one.target.address} ${one.made.selector} ${one.caller.address}`)
  const chains = [...functions.values()].flatMap((ways): Tried[][] => {
    const [most] = ways.toSorted((a, b) => ((a.one.way.number ?? 0n) > (b.one.way.number ?? 0n) ? -1 : 1))
    if (most === undefined) return []
    const { one, change } = most
    const { number } = one.way
    if (number !== null && number > MAX_NUMBER) return []
    const moves = ways.some((way) => way.change !== 0)
    if (number !== null && number > 0n && moves) return TIMES.map((times) => doubled(one, number, times))
    if (change <= 0 && one.way.args.length > 0) return []
    return TIMES.map((times) => Array.from({ length: times }, () => one))
  })
  return chains.slice(0, MAX_FUNCTIONS * TIMES.length)
}

function doubled(one: Tried, number: bigint, times: number): Tried[] {
  return Array.from({ length: times }, (_, index): Tried => {
    const next = number << BigInt(index + 1)
    const data = one.call.data.replaceAll(word(number), word(next)) as Hex
    const args = one.way.args.map((arg) => (arg === number.toString() ? next.toString() : arg))
    return { ...one, way: { ...one.way, data, args, number: next }, call: { ...one.call, data } }
  })
}

/** Above zero: some tax is higher. */
function changeOf({ before, after }: Pick<Idle, 'before' | 'after'>): number {
  const changes = (['buyTax', 'transferTax', 'sellTax'] as const).map((tax) => (after[tax] ?? 0) - (before[tax] ?? 0))
  const most = Math.max(...changes)
  const least = Math.min(...changes)
  if (most >= MIN_CHANGE) return most
  return least <= -MIN_CHANGE ? least : 0
}
