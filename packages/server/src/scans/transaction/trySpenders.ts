import type { SpenderTrial } from '../../risk/facts/trials.ts'
import type { Address, PinnedBlock } from '../../risk/facts.ts'
import { Incomplete } from '../../risk/gatherFacts.ts'
import type { TransactionSources } from './transactionSources.ts'
import { untried } from './untried.ts'

/** Spenders tried: nobody approves, or takes by, more unknown ones at once. */
const MAX_SPENDERS = 2
/** Milliseconds in which a trial may begin something, of the scan's: a quarter, and never less than is soon used up. */
const MIN_MS = 1_000

/**
 * Tries what contracts do with the tokens of whoever approves them, in a third of the scan's time. Incomplete where one could not be
 * tried, or not whole and nothing was found: a trial sharpens what is said and never hides it.
 */
export async function trySpenders(
  sources: Pick<TransactionSources, 'spenderTrial'>,
  { block, spenders, deadlineMs }: { block: PinnedBlock; spenders: readonly Address[]; deadlineMs: number },
  signal: AbortSignal,
): Promise<SpenderTrial[] | Incomplete<SpenderTrial[]>> {
  const asked = [...new Set(spenders)].slice(0, MAX_SPENDERS)
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs / 3))])
  const mostMs = Math.max(MIN_MS, deadlineMs / 4)
  const tried = await Promise.allSettled(
    asked.map((spender) => sources.spenderTrial(block, { spender, mostMs }, bounded)),
  )
  const trials = tried.flatMap((trial, index) => {
    const spender = asked[index]
    return trial.status === 'fulfilled' && spender !== undefined ? [{ spender, ...trial.value }] : []
  })
  const failures = tried.flatMap((trial) => (trial.status === 'rejected' ? [trial.reason] : []))
  const cut = trials.filter((trial) => trial.pulls.length === 0).flatMap((trial) => trial.cut)
  const missing = untried('spenders', { failures, cut, late: bounded.aborted })
  return missing === null ? trials : new Incomplete(trials, missing)
}
