import { formatUnits } from 'viem/utils'
import type { TransferActivity } from './activity.ts'
import type { BlockFacts } from './blockFacts.ts'
import type { PriceFact } from './monitorSources.ts'

/** USD: nothing that is traded costs more a unit. */
const DEAREST_UNIT = 1_000_000

/** Of a token that could not be asked: few that are listed have fewer. */
const FEW_DECIMALS = 6

/** An old price, and the price of a thin pool, may be wrong by so much. */
const HINT_MARGIN = 10

/** Share of the balance from which a transfer of an unlisted token without a price matters, in percent. */
const MATTERING_PERCENT = 50n

/** What is known of the price of what moved; null: it was not learned in time, `beyond`: it was one too many to be asked. */
export type GatheredPrice = PriceFact | 'beyond' | null

/**
 * Whether a transfer is large for a threshold in USD.
 *
 * With a fresh price the amount decides. Without one, silence would hide the theft of a known token on the day its feed stops,
 * and an alert for every nameless token would be a flood that strangers can make. So:
 * - A transfer that is too small by far is never large: by ten times an old or thin price, else by a million USD a unit.
 * - The coin and listed tokens are large, in either direction, in any account’s transaction.
 * - A listed token that has neither a feed nor a deep pool costs nothing to send to strangers, and receipts of deposits are of
 *   this kind: it is large only when it leaves, by another account's transaction or with at least half of the balance.
 * - An unlisted token is large only by the wallet's own act (`claimed` is not), never where too many are asked in a block; and
 *   without a deep pool only when at least half of the balance leaves.
 */
export async function isLargeTransfer(
  { activity, price, decimals }: { activity: TransferActivity; price: GatheredPrice; decimals: number | null },
  { usd, threshold, facts }: { usd: number | null; threshold: number; facts: BlockFacts },
): Promise<boolean> {
  const { token, amount, direction, wallet, initiator } = activity
  if (usd !== null) return usd >= threshold
  // Only strangers' tokens are `beyond` the price limit, and their makers mint any amount.
  if (activity.claimed || price === 'beyond' || amount === 0n) return false
  const units = Number(formatUnits(amount, decimals ?? FEW_DECIMALS))
  if (units * dearestUnit(price) < threshold) return false
  if (token === null || price === null || price.status !== 'unknown' || !price.noMarket) return true
  if (direction === 'in') return false
  if (facts.isListed(token) && initiator !== wallet) return true
  const before = await facts.balanceBefore(token, wallet)
  return before?.value == null || amount * 100n >= before.value * MATTERING_PERCENT
}

function dearestUnit(price: Exclude<GatheredPrice, 'beyond'>): number {
  if (price === null) return DEAREST_UNIT
  if (price.status === 'fresh') return price.price.usd
  return price.hint === null ? DEAREST_UNIT : Math.min(DEAREST_UNIT, price.hint * HINT_MARGIN)
}
