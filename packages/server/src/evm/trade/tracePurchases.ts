import type { Address } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { SimulationUnavailable, type StateOverrides } from '../simulation/simulator.ts'
import { asWallet } from './pockets.ts'
import { isFirst, keyOf, knownPurchase } from './purchases.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'
import { overridesFor } from './tradeSequence.ts'

/** Trades from which one trace of their common purchase is cheaper than each one's own. */
const MIN_TRADES = 3

/** Traces known purchases that several of the plans begin with, so that those trades begin on the state after it. */
export async function tracePurchases(
  context: TradeContext,
  plans: readonly TradePlan[],
  own: ReadonlyMap<Address, bigint>,
): Promise<void> {
  const groups = Map.groupBy(plans.filter(isFirst), keyOf)
  await Promise.all(
    [...groups.values()].map(async ([plan, ...others]) => {
      const purchase = plan === undefined ? null : knownPurchase(context, plan)
      if (plan === undefined || purchase === null || purchase.state !== undefined) return
      if (others.length + 1 >= MIN_TRADES) purchase.state = await stateAfter(context, plan, own)
    }),
  )
}

/** The purchase alone. `own`: the real balances of its senders. */
export function purchaseSequence(
  context: TradeContext,
  plan: TradePlan,
  own: ReadonlyMap<Address, bigint>,
): { blocks: [{ calls: Transaction[] }]; stateOverrides: StateOverrides } {
  const buying = context.venue.buy(plan.account, plan.spend)
  const calls = [...context.prelude, ...buying].map((call) => asWallet(context, call))
  return { blocks: [{ calls }], stateOverrides: overridesFor(context, plan, calls, own) }
}

async function stateAfter(
  context: TradeContext,
  plan: TradePlan,
  own: ReadonlyMap<Address, bigint>,
): Promise<StateOverrides | null> {
  const { simulator, block, signal } = context
  const sequence = purchaseSequence(context, plan, own)
  try {
    const diffs = await simulator.stateDiffs({ block, sequence, signal })
    const senders = new Set(sequence.blocks[0].calls.map(({ from }) => from))
    const state: StateOverrides = {}
    for (const [address, { storage, balance, nonce, code }] of diffs.flatMap((diff) => Object.entries(diff))) {
      const known = state[address as Address] ?? {}
      const slots = Object.entries(storage).map(([slot, { after }]) => [slot, after])
      state[address as Address] = {
        ...known,
        // What a sender has pays for each trade's own gas.
        ...(balance && !senders.has(address as Address) ? { balance: balance.after } : {}),
        ...(nonce ? { nonce: nonce.after } : {}),
        ...(code ? { code: code.after } : {}),
        storage: { ...known.storage, ...Object.fromEntries(slots) },
      }
    }
    return state
  } catch (error) {
    if (!(error instanceof SimulationUnavailable)) throw error
    return null
  }
}
