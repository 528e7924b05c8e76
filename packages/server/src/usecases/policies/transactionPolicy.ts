import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { PolicyGate } from '../../domain/ports/policyGate.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import type { TransactionScanInput } from '../scans/transaction/transactionScanInput.ts'
import { policyOfScan } from './policyOfScan.ts'
import type { RenderedDecision } from './renderDecision.ts'
import { gatherGrantWorths, transactionEffects } from './transactionEffects.ts'

/** The decision of the sender's policy on a scanned transaction. Nothing is booked. Null: no policy, or the service itself asks. */
export function transactionPolicy(
  gate: Pick<PolicyGate, 'check' | 'policyOf'> | null,
  {
    input: { chain, transaction },
    gathered,
    riskLevel,
  }: { input: Pick<TransactionScanInput, 'chain' | 'transaction'>; gathered: GatheredFacts; riskLevel: RiskLevel },
  {
    context,
    sources,
    signal,
  }: { context: ScanContext; sources: Parameters<typeof gatherGrantWorths>[0]; signal: AbortSignal },
): Promise<RenderedDecision | null> {
  return policyOfScan(gate, context, chain, transaction.from, async () => {
    const worths = await gatherGrantWorths(sources, gathered, signal)
    return transactionEffects({ chain, transaction, gathered, worths, riskLevel })
  })
}
