import type { FactProviders } from '@redoubt/risk/gatherFacts.ts'
import { spenderKindOf } from '@redoubt/risk/spenderKind.ts'
import type { TransactionSources } from './transactionSources.ts'

const MAX_SPENDERS = 4

/** Asks where the source of unknown spenders is published. Known ones need no source, and persons have none. */
export function gatherSpenderSources(
  sources: Pick<TransactionSources, 'sourceCheck'>,
): NonNullable<FactProviders['spenderSources']> {
  return async (get, signal) => {
    const grants = await get('grants')
    const unknown = new Map(
      grants
        .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'unknown')
        .map(({ spenderAccount }) => [spenderAccount.address, spenderAccount]),
    )
    const contracts = [...unknown.values()].slice(0, MAX_SPENDERS)
    return Promise.all(
      contracts.flatMap(({ address, codeHash }) =>
        codeHash === null ? [] : [sources.sourceCheck({ address, codeHash }, signal)],
      ),
    )
  }
}
