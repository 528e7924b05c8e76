import type { OwnerSwitch, PrivilegedCall } from '@redoubt/risk/facts/privileges.ts'

export type Taxes = OwnerSwitch['before']
/** `taken`: share of a holder's tokens that the call took away, in percent. */
export type TradedTaxes = Taxes & { reason: string | null; taken: number }

/** Percentage points below which a change harms no trader. */
const MIN_POINTS = 5

/** Returns the effect of calls on trading; null when it goes on much as before. */
export function judgeSwitch(
  calls: PrivilegedCall[],
  { before, after, named }: { before: Taxes; after: TradedTaxes; named: boolean },
): OwnerSwitch | null {
  const effect = effectOf(before, after)
  if (effect === null) return null
  const { taken: _, ...taxes } = after
  return { calls, effect, before, after: taxes, hits: named ? 'named-account' : 'all-holders' }
}

function effectOf(before: Taxes, after: TradedTaxes): OwnerSwitch['effect'] | null {
  if (after.taken >= MIN_POINTS) return 'siphons'
  const stopsSale = before.sellTax !== null && after.sellTax === null
  const stopsGift = before.transferTax !== null && after.transferTax === null
  // A pause stops purchases as well; a trap still lets buyers in and stops their sales.
  if (stopsSale) return after.buyTax === null && stopsGift ? 'stops-transfers' : 'stops-sales'
  if (stopsGift) return 'stops-transfers'
  const rise = (['buyTax', 'transferTax', 'sellTax'] as const).map((tax) => (after[tax] ?? 0) - (before[tax] ?? 0))
  return Math.max(...rise) >= MIN_POINTS ? 'raises-tax' : null
}
