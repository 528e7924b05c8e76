import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { PolicyGate } from '../../domain/ports/policyGate.ts'
import type { ScanContext } from '../scans/scanContext.ts'
import { type BundleEnd, prefixOf } from '../scans/transaction/judgePrefixes.ts'
import type { TransactionScanInput } from '../scans/transaction/transactionScanInput.ts'
import { type AskedEffects, policyOfScan } from './policyOfScan.ts'
import type { RenderedDecision } from './renderDecision.ts'
import { gatherGrantWorths, transactionEffects } from './transactionEffects.ts'

/**
 * The strictest decision of the sender's policy on a scanned transaction and on every end that a bundle may come to. Nothing is booked. Null: no
 * policy, or the service itself asks.
 */
export function transactionPolicy(
  gate: Pick<PolicyGate, 'check' | 'policyOf'> | null,
  {
    input,
    gathered,
    ends,
    riskLevel,
  }: { input: TransactionScanInput; gathered: GatheredFacts; ends: readonly BundleEnd[]; riskLevel: RiskLevel },
  {
    context,
    sources,
    signal,
  }: { context: ScanContext; sources: Parameters<typeof gatherGrantWorths>[0]; signal: AbortSignal },
): Promise<RenderedDecision | null> {
  const { chain, transaction } = input
  const { from: sender, nonce } = transaction
  const asked = { chain, wallet: sender, nonce: nonce === undefined ? null : { sender, nonce } }
  const effectsOf = async (of: Pick<BundleEnd, 'gathered' | 'riskLevel'>, made: typeof transaction) => {
    const worths = await gatherGrantWorths(sources, of.gathered, signal)
    return transactionEffects({ chain, transaction: made, gathered: of.gathered, worths, riskLevel: of.riskLevel })
  }
  return policyOfScan(gate, context, asked, async () => {
    const whole: AskedEffects = { effects: await effectsOf({ gathered, riskLevel }, transaction) }
    const others = ends.map(async (end): Promise<AskedEffects> => {
      const { lastCall } = end
      const effects = await effectsOf(end, prefixOf(input, lastCall).transaction)
      return { effects, end: { lastCall, calls: transaction.calls?.length ?? 0 } }
    })
    return [whole, ...(await Promise.all(others))]
  })
}
