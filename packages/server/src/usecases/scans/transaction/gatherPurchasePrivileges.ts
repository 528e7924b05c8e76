import { attempt, type FactProviders, Incomplete } from '@redoubt/risk/gatherFacts.ts'
import { notProbed } from './notProbed.ts'
import { purchasesOf } from './purchasesOf.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Nobody buys more unknown tokens at once than one. */
const MAX_TOKENS = 1

/**
 * Tries what the owners of a token that is bought can do to its buyers, where nobody known vouches for it, in a third of the scan's time.
 * Incomplete where it could not be tried, or not whole and nothing was found. It sharpens what is said of a purchase and never hides it.
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
