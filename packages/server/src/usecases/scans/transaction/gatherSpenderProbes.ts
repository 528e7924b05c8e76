import { attempt, type FactProviders } from '@redoubt/risk/gatherFacts.ts'
import { spenderKindOf } from '@redoubt/risk/spenderKind.ts'
import type { TransactionSources } from './transactionSources.ts'
import { trySpenders } from './trySpenders.ts'

/**
 * Probes what unknown contracts do with the tokens of accounts that approve them. It sharpens what is said of an approval
 * and never hides it. No probe where nothing is simulated.
 */
export function gatherSpenderProbes(
  sources: Pick<TransactionSources, 'spenderProbe'>,
  deadlineMs: number,
): NonNullable<FactProviders['spenderProbes']> {
  return async (get, signal) => {
    const [block, grants] = await Promise.all([get('block'), get('grants')])
    const unknown = grants.filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'unknown')
    if (unknown.length === 0 || (await attempt(get, 'simulation')).value === null) return []
    return trySpenders(sources, { block, spenders: unknown.map(({ spender }) => spender), deadlineMs }, signal)
  }
}
