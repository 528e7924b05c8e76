import type { Address } from '@redoubt/risk/address.ts'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'

/** Seconds after the transaction up to which an end of a lock is believed, and from which on the usual times do not reach it. */
const MAX_LOCK = 5n * 366n * 86_400n
const MIN_LOCK = 400n * 86_400n
/** Seconds after the end at which withdrawals are tried: a call that adds a minute to it stops nothing. */
const MARGIN = 86_400n
/** Lengths of time by which a call may count, in seconds, and how much longer or shorter than said a lock may be, in percent. */
const UNITS = [1n, 86_400n, 604_800n, 2_592_000n, 31_536_000n]
const ROUNDED_PERCENT = 3n
/** Times that are tried, and bytes of a number of seconds in a packed word. */
const MAX_ENDS = 4
const TIME_BYTES = 4

/** An end of a lock and when withdrawals are tried after it, in seconds since the transaction. `asked`: the call names it. */
export type LockEnd = { end: bigint; tried: bigint; asked: boolean }

/**
 * Returns the times at which a deposit says that its lock ends: dates and lengths of time in its call data, and in the words that it
 * wrote. Only those that the usual times do not reach.
 */
export function lockEnds(
  { data, calls = [] }: Pick<Transaction, 'data' | 'calls'>,
  { diff, contracts, now }: { diff: StateDiff; contracts: readonly Address[]; now: bigint },
): LockEnd[] {
  const asked = [data, ...calls.map((one) => one.data)]
    .flatMap((one) => one.slice(10).match(/.{64}/g) ?? [])
    .map((word) => BigInt(`0x${word}`))
  const written = contracts
    .flatMap((contract) => Object.values(diff[contract]?.storage ?? {}))
    .flatMap(({ before, after }) => (before === after ? [] : [after.slice(2).padStart(64, '0')]))
  const whole = [...written.map((word) => BigInt(`0x${word}`)), ...asked]
  const dates = [...whole, ...written.flatMap(packedIn)].map((one) => one - now)
  const isLong = (seconds: bigint) => seconds > MIN_LOCK && seconds <= MAX_LOCK
  const ends = [...new Set([...dates, ...whole].filter(isLong))].slice(0, MAX_ENDS)
  const isNear = (one: bigint, end: bigint) => (one > end ? one - end : end - one) * 100n <= end * ROUNDED_PERCENT
  return ends
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((end) => ({
      end,
      tried: end + MARGIN,
      asked: asked.some((one) => isNear(one - now, end) || UNITS.some((unit) => isNear(one * unit, end))),
    }))
}

/** The numbers of four bytes in a word: first those with nothing before them, then those that fill a place of their size. */
function packedIn(word: string): bigint[] {
  const places = Array.from({ length: 33 - TIME_BYTES }, (_, at) => at)
  const isApart = (at: number) => at > 0 && word.slice(2 * at - 2, 2 * at) === '00'
  const isPlace = (at: number) => !isApart(at) && at % TIME_BYTES === 0
  return [...places.filter(isApart), ...places.filter(isPlace)].map((at) =>
    BigInt(`0x${word.slice(2 * at, 2 * (at + TIME_BYTES))}`),
  )
}
