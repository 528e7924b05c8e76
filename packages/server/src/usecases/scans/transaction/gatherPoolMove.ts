import type { Hex } from '@redoubt/risk/address.ts'
import type { Movement } from '@redoubt/risk/derive/shapes.ts'
import { attempt, type FactProviders, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { PoolMove, TradedAsset } from '@redoubt/risk/facts/poolMove.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { TransactionSources } from './transactionSources.ts'

/** USD from which a trade is worth a sandwich. */
const MIN_USD = 1_000
/** Percent of what is received between which a minimum in the call data lies, and of what is given for a maximum. */
const MINIMUM_PERCENT = [80n, 101n] as const
const MAXIMUM_PERCENT = [99n, 120n] as const
/** Amounts below this are found by chance in call data. */
const MIN_AMOUNT = 1n << 24n

/** Executes a larger trade once more after another account moved the price at its pools. */
export function gatherPoolMove(
  sources: Pick<TransactionSources, 'poolMove' | 'mined'>,
): NonNullable<FactProviders['poolMove']> {
  return async (get, signal): Promise<PoolMove | null | Incomplete<null>> => {
    if (sources.poolMove === undefined || sources.mined === true) return null
    const [block, transaction, simulation, { lost, gained }, principals] = await Promise.all([
      get('block'),
      get('transaction'),
      get('simulation'),
      get('executedMovements'),
      get('principals'),
    ])
    const { success, trace } = simulation
    const [received, ...others] = gained.filter(isFungible)
    // Of several assets for one it is not known which limit is whose.
    const [given, ...more] = lost.filter(isFungible)
    const isOne = others.length === 0 && more.length === 0
    if (!success || trace === null || received === undefined || given === undefined || !isOne) return null
    const worth = [given.usd ?? 0, received.usd ?? received.poolUsd ?? 0].filter((usd) => usd > 0)
    const usd = Math.min(...worth)
    if (worth.length === 0 || usd < MIN_USD) return null
    try {
      const [executedSteps, pulls] = await Promise.all([get('executedSteps'), attempt(get, 'tokenPulls')])
      const assets = [given.address, received.address]
      const trade = { transaction, trace, principals, executedSteps, tokenPulls: pulls.value ?? [], assets }
      const moved = await sources.poolMove(block, trade, signal)
      if (moved === null) return null
      const { pools, times, amounts, amountsAfter, tolerance } = moved
      const paid = withAmounts(given, [-(amounts[0] ?? 0n), -(amountsAfter[0] ?? 0n)])
      const got = withAmounts(received, [amounts[1] ?? 0n, amountsAfter[1] ?? 0n])
      if (paid.amount <= 0n || paid.amountAfter <= 0n || got.amount <= 0n) return null
      return { pools, times, given: paid, received: got, usd, limit: limitIn(transaction, paid, got), tolerance }
    } catch (error) {
      signal.throwIfAborted()
      const message = 'the trade was not executed on a moved price'
      return new Incomplete(null, { reason: 'failed', message, root: 'poolMove', decisive: false, error })
    }
  }
}

function isFungible({ assetType }: Movement): boolean {
  return assetType === 'native' || assetType === 'erc20'
}

function withAmounts({ address, symbol, decimals }: Movement, [amount, amountAfter]: [bigint, bigint]): TradedAsset {
  return { address, symbol, decimals, amount, amountAfter }
}

/** The strictest amount in the call data that could limit what is received, or what is given where that is what grows. */
function limitIn({ data, calls }: Transaction, given: TradedAsset, received: TradedAsset): bigint | null {
  const isMaximum = received.amountAfter === received.amount
  const [limited, other, [lowest, highest]] = isMaximum
    ? [given.amount, received.amount, MAXIMUM_PERCENT]
    : [received.amount, given.amount, MINIMUM_PERCENT]
  if (limited < MIN_AMOUNT) return null
  const found = [data, ...(calls ?? []).map((call) => call.data)]
    .flatMap(amountsIn)
    .filter((one) => one * 100n >= limited * lowest && one * 100n <= limited * highest && one !== other)
  return found.reduce<bigint | null>(
    (most, one) => (most === null || (isMaximum ? one < most : one > most) ? one : most),
    null,
  )
}

/** Digits in front of the first word: each call inside another adds a selector. */
const SELECTORS = [8, 16, 24]
/** Digits of a word, and of amounts that share one with others: 96, 112 and 128 bits. */
const WORD = 64
const PACKED = [24, 28, 32]
/** Words up to it hold one number or one address. */
const MAX_UINT160 = 2n ** 160n - 1n
const MAX_WORDS = 512

/** Words of the arguments, also of calls inside a call, and amounts packed in one of them. */
function amountsIn(data: Hex): bigint[] {
  return SELECTORS.flatMap((digits, place) => {
    const whole = (data.slice(2 + digits).match(/.{64}/g) ?? []).slice(0, MAX_WORDS)
    return whole.flatMap((text) => {
      const value = BigInt(`0x${text}`)
      return place > 0 || value <= MAX_UINT160 ? [value] : [value, ...packedIn(text)]
    })
  })
}

function packedIn(text: string): bigint[] {
  return PACKED.flatMap((digits) =>
    Array.from({ length: (WORD - digits) / 2 + 1 }, (_, at) => BigInt(`0x${text.slice(at * 2, at * 2 + digits)}`)),
  )
}
