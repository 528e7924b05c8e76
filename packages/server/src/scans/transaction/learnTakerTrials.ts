import type { FactProviders } from '../../risk/gatherFacts.ts'
import { spenderKindOf } from '../../risk/spenderKind.ts'
import type { TransactionSources } from './transactionSources.ts'
import { trySpenders } from './trySpenders.ts'

/** Tries the unknown contracts by which a mined transaction took people's tokens: whether they do that to whoever approves them. */
export function learnTakerTrials(
  sources: Pick<TransactionSources, 'spenderTrial'>,
  deadlineMs: number,
): NonNullable<FactProviders['takerTrials']> {
  return async (get, signal) => {
    const takings = await get('takings')
    const unknown = takings.filter(
      ({ spender, loss }) => loss.returned !== 'value' && spenderKindOf(spender) === 'unknown',
    )
    if (unknown.length === 0) return []
    const spenders = unknown.map(({ spender }) => spender.address)
    return trySpenders(sources, { block: await get('block'), spenders, deadlineMs }, signal)
  }
}
