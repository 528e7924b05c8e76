import { dangerOf } from '@redoubt/risk/contract/callers.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import { purchasesOf } from './purchasesOf.ts'
import type { TransactionSources } from './transactionSources.ts'

/** No honest purchase buys more unknown tokens at once. */
const MAX_TOKENS = 4

/**
 * Scans the bought tokens that no known source vouches for, as a contract scan does. It sharpens what is said of a purchase: the purchase
 * has probes of its own, and where no judgement can be made, that decides nothing.
 */
export function gatherPurchaseJudgements(
  sources: Pick<TransactionSources, 'account' | 'contractJudgement'>,
): NonNullable<FactProviders['purchaseJudgements']> {
  return async (get, signal) => {
    if ((await attempt(get, 'simulation')).value === null) return []
    const [block, bought] = await Promise.all([get('block'), purchasesOf(sources, get, signal)])
    // Scans of contracts that decide are never crowded out by those of tokens.
    if (bought.length > 0) await attempt(get, 'contractJudgements')
    const asked = bought.slice(0, MAX_TOKENS)
    const tried = await Promise.allSettled(
      asked.map(async ({ token }) => {
        const account = await sources.account(block, token, signal, 'callee')
        return sources.contractJudgement(block, account, signal, { payments: 'unawaited' })
      }),
    )
    const judgements = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const failures = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    const open = bought.length - judgements.length + judgements.filter(isOpen).length
    if (open === 0) return judgements
    const missing: MissingFact = {
      reason: signal.aborted ? 'late' : 'failed',
      message: `${open} of the tokens bought could not be scanned in full${signal.aborted ? ' in time' : ''}`,
      root: 'purchaseJudgements',
      decisive: false,
      error: failures[0] ?? null,
    }
    return new Incomplete(judgements, missing)
  }
}

/** Whether it was not judged in full, and nothing was found. */
function isOpen(judgement: ContractJudgement): boolean {
  return !judgement.complete && dangerOf(judgement) === null
}
