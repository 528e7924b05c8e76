import type { Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { wordsOf } from '../decode/emittedLogs.ts'
import { isPoolTrade } from './movePrice.ts'

/** Units of a tolerance: percent, thousandths, hundredths and ten-thousandths of a percent, and fixed point. */
const UNITS = [100n, 1_000n, 10_000n, 1_000_000n, 10n ** 18n]
/** Percent up to which it is one, and one part in so many by which a limit may be rounded: a smaller tolerance is no limit's own. */
const MAX_TOLERANCE = 20n
const ROUNDING = 100_000n
/** Amounts below this are found by chance. */
const MIN_AMOUNT = 1n << 24n
const MAX_AMOUNTS = 16
const MAX_WORDS = 256

/**
 * Percent that the call names, where code passes a limit on that is just so far from what the pools give at that moment: named as the
 * part to lose, or as the part to keep. Such a limit was made of the price that it is to limit. Null where there is none.
 */
export function toleranceIn(
  { data, calls }: Pick<Transaction, 'data' | 'calls'>,
  trace: CallFrame,
  { given, received }: { given: bigint; received: bigint },
): number | null {
  const named = [...new Set([data, ...(calls ?? []).map((call) => call.data)].flatMap(wordsIn))]
  // What the call names itself is a limit of the sender's, and what arrives is no limit.
  const isKnown = (one: bigint) => named.includes(one) || isNear(one, received) || isNear(one, given)
  const passed = [...new Set(innerCalls(trace, 0).flatMap(wordsIn))].filter((one) => one >= MIN_AMOUNT && !isKnown(one))
  if (passed.length === 0) return null
  const traded = [...new Set([received, given, ...poolAmounts(trace)])].filter((one) => one >= MIN_AMOUNT)
  for (const unit of UNITS)
    for (const one of named)
      for (const part of [one, unit - one, one - unit].filter(
        (part) => part * ROUNDING > unit && part * 100n <= unit * MAX_TOLERANCE,
      ))
        for (const amount of traded.slice(0, MAX_AMOUNTS)) {
          const limit = (amount * (amount === given ? unit + part : unit - part)) / unit
          if (passed.some((word) => isNear(word, limit))) return Number((part * 1_000_000n) / unit) / 10_000
        }
  return null
}

function isNear(one: bigint, other: bigint): boolean {
  return size(one - other) * ROUNDING <= other
}

/** Call data of calls by the called contracts. */
function innerCalls({ error, calls, input }: CallFrame, depth: number): Hex[] {
  if (error !== null) return []
  const inner = calls.flatMap((call) => innerCalls(call, depth + 1))
  return depth === 0 ? inner : [input, ...inner]
}

/** Amounts that pools logged for trades. */
function poolAmounts({ error, logs, calls }: CallFrame): bigint[] {
  if (error !== null) return []
  const own = logs.filter(isPoolTrade).flatMap(({ data }) => wordsOf(data).map((one) => size(BigInt.asIntN(256, one))))
  return [...own, ...calls.flatMap(poolAmounts)]
}

function wordsIn(data: Hex): bigint[] {
  return wordsOf(`0x${data.slice(10)}`, MAX_WORDS)
}

function size(one: bigint): bigint {
  return one < 0n ? -one : one
}
