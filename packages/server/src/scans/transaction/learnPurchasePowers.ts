import { attempt, type FactProviders } from '../../risk/gatherFacts.ts'
import { purchasesOf } from './purchasesOf.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Nobody buys more unknown tokens at once than one. */
const MOST_TOKENS = 1

/**
 * Tries what the owners of a token that is bought can do to its buyers, where nobody known vouches for it. It sharpens what is said of a
 * purchase and never hides it: what could not be tried in a third of the scan's time is left out.
 */
export function learnPurchasePowers(
  sources: Pick<TransactionSources, 'account' | 'purchasePowers'>,
  deadlineMs: number,
): NonNullable<FactProviders['purchasePowers']> {
  return async (get, signal) => {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs / 3))])
    if ((await attempt(get, 'simulation')).value === null) return []
    const [block, bought] = await Promise.all([get('block'), purchasesOf(sources, get, signal)])
    const tried = await Promise.all(
      bought.slice(0, MOST_TOKENS).map(async ({ token }) => {
        const powers = await sources.purchasePowers(block, token, bounded).catch(() => null)
        return powers === null ? [] : [{ token, ...powers }]
      }),
    )
    return tried.flat()
  }
}
