import type { Address } from '@redoubt/risk/address.ts'
import type { StateOverrides } from '../simulation/simulator.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'

/**
 * A purchase that ran: balances of its account around it, in base units, its tax in percent, and the accounts that the token logged.
 * `state`: what it left on the chain; null: it could not be traced, absent: it was not.
 */
export type Purchase = {
  start: bigint
  bought: bigint
  tax: number | null
  receivers: readonly Address[]
  state?: StateOverrides | null
}

/** By market, account and sum: the block is the same, and so is what comes first. */
const found = new WeakMap<TradeContext['venue'], Map<string, Purchase>>()

/** Returns the same purchase as it ran before. Calls before it may change it. */
export function knownPurchase({ venue }: TradeContext, plan: TradePlan): Purchase | null {
  return isFirst(plan) ? (found.get(venue)?.get(keyOf(plan)) ?? null) : null
}

export function rememberPurchase({ venue }: TradeContext, plan: TradePlan, purchase: Purchase): void {
  if (!isFirst(plan) || purchase.bought <= purchase.start) return
  const purchases = found.get(venue) ?? new Map<string, Purchase>()
  found.set(venue, purchases)
  if (!purchases.has(keyOf(plan))) purchases.set(keyOf(plan), purchase)
}

/** Whether the plan begins with a purchase. */
export function isFirst({ spend, before }: TradePlan): boolean {
  return spend > 0n && before === undefined
}

export function keyOf({ account, spend }: TradePlan): string {
  return `${account} ${spend}`
}
