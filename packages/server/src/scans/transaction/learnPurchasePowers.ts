import { attempt, type FactProviders, Incomplete } from '../../risk/gatherFacts.ts'
import { purchasesOf } from './purchasesOf.ts'
import type { TransactionSources } from './transactionSources.ts'
import { untried } from './untried.ts'

/** Nobody buys more unknown tokens at once than one. */
const MAX_TOKENS = 1

/**
 * Tries what the owners of a token that is bought can do to its buyers, where nobody known vouches for it, in a third of the scan's time.
 * Incomplete where it could not be tried, or not whole and nothing was found. It sharpens what is said of a purchase and never hides it.
 */
export function learnPurchasePowers(
  sources: Pick<TransactionSources, 'account' | 'purchasePowers'>,
  deadlineMs: number,
): NonNullable<FactProviders['purchasePowers']> {
  return async (get, signal) => {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs / 3))])
    if ((await attempt(get, 'simulation')).value === null) return []
    const [block, bought] = await Promise.all([get('block'), purchasesOf(sources, get, signal)])
    const asked = bought.slice(0, MAX_TOKENS)
    const tried = await Promise.allSettled(asked.map(({ token }) => sources.purchasePowers(block, token, bounded)))
    const failures = tried.flatMap((trial) => (trial.status === 'rejected' ? [trial.reason] : []))
    const powers = tried.flatMap((trial, index) => {
      const token = asked[index]?.token
      if (trial.status === 'rejected' || trial.value === null || token === undefined) return []
      return [{ token, ...trial.value }]
    })
    const cut = powers.filter(({ switches }) => switches.length === 0).flatMap((found) => found.cut)
    const missing = untried('tokens bought', { failures, cut, late: bounded.aborted })
    return missing === null ? powers : new Incomplete(powers, missing)
  }
}
