import type { FactProviders } from '@redoubt/risk/gatherFacts.ts'
import { spenderKindOf } from '@redoubt/risk/spenderKind.ts'
import type { TransactionSources } from './transactionSources.ts'
import { trySpenders } from './trySpenders.ts'

/** Probes the unknown contracts by which a mined transaction took tokens: whether they take them from every account that approves them. */
export function gatherTakerProbes(
  sources: Pick<TransactionSources, 'spenderProbe'>,
  deadlineMs: number,
): NonNullable<FactProviders['takerProbes']> {
  return async (get, signal) => {
    const approvalPulls = await get('approvalPulls')
    const unknown = approvalPulls.filter(
      ({ spender, loss }) => loss.returned !== 'value' && spenderKindOf(spender) === 'unknown',
    )
    if (unknown.length === 0) return []
    const spenders = unknown.map(({ spender }) => spender.address)
    return trySpenders(sources, { block: await get('block'), spenders, deadlineMs }, signal)
  }
}
