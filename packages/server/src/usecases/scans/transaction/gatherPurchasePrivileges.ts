import { attempt, type FactProviders, Incomplete } from '@redoubt/risk/gatherFacts.ts'
import { notProbed } from './notProbed.ts'
import { purchasesOf } from './purchasesOf.ts'
import type { TransactionSources } from './transactionSources.ts'

/** No honest purchase buys more unknown tokens at once. */
const MAX_TOKENS = 1

/**
 * Probes what the owners of a bought, unknown token can do to its buyers, in a third of the scan's time. Incomplete where
 * the probe failed, or was cut short and found nothing. It sharpens what is said of a purchase and never hides it.
 */
export function gatherPurchasePrivileges(
  sources: Pick<TransactionSources, 'account' | 'purchasePrivileges'>,
  deadlineMs: number,
): NonNullable<FactProviders['purchasePrivileges']> {
  return async (get, signal) => {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs / 3))])
    if ((await attempt(get, 'simulation')).value === null) return []
    const [block, bought] = await Promise.all([get('block'), purchasesOf(sources, get, signal)])
    const asked = bought.slice(0, MAX_TOKENS)
    const tried = await Promise.allSettled(asked.map(({ token }) => sources.purchasePrivileges(block, token, bounded)))
    const failures = tried.flatMap((probe) => (probe.status === 'rejected' ? [probe.reason] : []))
    const privileges = tried.flatMap((probe, index) => {
      const token = asked[index]?.token
      if (probe.status === 'rejected' || probe.value === null || token === undefined) return []
      return [{ token, ...probe.value }]
    })
    const cut = privileges.filter(({ switches }) => switches.length === 0).flatMap((found) => found.cut)
    const missing = notProbed('tokens bought', { failures, cut, late: bounded.aborted })
    return missing === null ? privileges : new Incomplete(privileges, missing)
  }
}
