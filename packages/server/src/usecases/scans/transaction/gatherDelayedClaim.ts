import { type FactProviders, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { DelayedClaim } from '@redoubt/risk/facts/delayedClaim.ts'
import { isTrusted } from './rankCounterparties.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Executes a call that only pays its sender once more at later times, where an unknown contract pays. */
export function gatherDelayedClaim(
  sources: Pick<TransactionSources, 'delayedClaim' | 'mined'>,
): NonNullable<FactProviders['delayedClaim']> {
  return async (get, signal): Promise<DelayedClaim | null | Incomplete<null>> => {
    if (sources.delayedClaim === undefined || sources.mined === true) return null
    const [block, transaction, simulation, { lost, gained }, principals, recipient] = await Promise.all([
      get('block'),
      get('transaction'),
      get('simulation'),
      get('executedMovements'),
      get('principals'),
      get('recipient'),
    ])
    if (!simulation.success || lost.length > 0 || transaction.value > 0n) return null
    if (recipient === null || recipient.class !== 'contract' || isTrusted(recipient)) return null
    // Without a price of each part nothing tells whether more of one makes up for less of another.
    const priced = gained.flatMap((one) => (one.usd !== null && one.tokenId === null ? [{ ...one, usd: one.usd }] : []))
    const [largest] = priced.toSorted((a, b) => b.usd - a.usd)
    if (largest === undefined || priced.length < gained.length) return null
    try {
      const paid = priced.map(({ address, amount, usd }) => ({ asset: address, amount, usd }))
      const ways = await sources.delayedClaim(block, { transaction, principals, paid }, signal)
      if (ways === null) return null
      const at = priced.indexOf(largest)
      const { address, symbol, decimals } = largest
      return {
        contract: recipient.address,
        asset: { address, symbol, decimals },
        now: ways.now.amounts[at] ?? 0n,
        later: ways.later.amounts[at] ?? 0n,
        days: ways.days,
        otherFunction: ways.otherFunction,
        nowUsd: ways.now.usd,
        laterUsd: ways.later.usd,
      }
    } catch (error) {
      signal.throwIfAborted()
      const message = 'the call was not executed at a later time'
      return new Incomplete(null, { reason: 'failed', message, root: 'delayedClaim', decisive: false, error })
    }
  }
}
