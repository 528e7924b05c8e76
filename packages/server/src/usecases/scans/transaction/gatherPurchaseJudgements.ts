import { dangerOf } from '@redoubt/risk/contract/callers.ts'
import { isRedeemed, purchaseTest } from '@redoubt/risk/derive/boughtTokens.ts'
import {
  attempt,
  type FactProviders,
  type GetFact,
  Incomplete,
  type MissingFact,
} from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import { StateUnavailable } from '../../../domain/sourceErrors.ts'
import { purchasesOf } from './purchasesOf.ts'
import type { TransactionSources } from './transactionSources.ts'

/** No honest purchase buys more unknown tokens at once. */
const MAX_TOKENS = 4

/**
 * Scans the bought tokens that no known source vouches for, as a contract scan does. Without a whole judgement a purchase is not known to
 * be safe, unless the node lacks the state that the scan reads, or what was paid comes back by an executed withdrawal.
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
    const open = tried.flatMap((one, at) => {
      // Where the node alone is why, the token has no part in it.
      if (one.status === 'rejected')
        return [{ at, error: one.reason as unknown, isNodes: one.reason instanceof StateUnavailable }]
      return isOpen(one.value) ? [{ at, error: null, isNodes: one.value.unreadable === true }] : []
    })
    const left = bought.length - asked.length
    if (open.length + left === 0) return judgements
    const isPurchase = await purchasesIn(get)
    const decisive = left > 0 || open.some(({ at, isNodes }) => !isNodes && isPurchase(bought[at]?.account))
    const missing: MissingFact = {
      reason: signal.aborted ? 'late' : 'failed',
      message: `${open.length + left} of the tokens bought could not be scanned in full${signal.aborted ? ' in time' : ''}`,
      root: 'purchaseJudgements',
      ...(!decisive && { decisive }),
      error: open.find(({ error }) => error !== null)?.error ?? null,
    }
    return new Incomplete(judgements, missing)
  }
}

/** What tells whether a token is bought for what cannot be had back. Without the movements, which decide themselves, any is. */
async function purchasesIn(get: GetFact): Promise<(account: Account | undefined) => boolean> {
  const [moved, payees, decodedSteps] = await Promise.all([
    attempt(get, 'moved'),
    attempt(get, 'payees'),
    attempt(get, 'decodedSteps'),
  ])
  if (moved.value === null || payees.value === null || decodedSteps.value === null) return () => true
  const known = { moved: moved.value, payees: payees.value, decodedSteps: decodedSteps.value }
  const isBought = isRedeemed(known) ? null : purchaseTest(known)
  return (account) => isBought !== null && (account === undefined || isBought(account))
}

/** Whether it was not judged in full, and nothing was found. */
function isOpen(judgement: ContractJudgement): boolean {
  return !judgement.complete && dangerOf(judgement) === null
}
