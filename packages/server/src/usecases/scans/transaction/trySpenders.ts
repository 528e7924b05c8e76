import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SpenderProbe } from '@redoubt/risk/facts/probes.ts'
import { Incomplete } from '@redoubt/risk/gatherFacts.ts'
import { notProbed } from './notProbed.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Spenders probed: no honest transaction approves, or takes by, more unknown ones at once. */
const MAX_SPENDERS = 2
/** Milliseconds in which a probe may begin something, of the scan's: a quarter, and never less than is soon used up. */
const MIN_MS = 1_000

/**
 * Probes what contracts do with the tokens of accounts that approve them, in a third of the scan's time. Incomplete where a probe
 * failed, or was cut short and found nothing: a probe adds findings and never hides one.
 */
export async function trySpenders(
  sources: Pick<TransactionSources, 'spenderProbe'>,
  { block, spenders, deadlineMs }: { block: PinnedBlock; spenders: readonly Address[]; deadlineMs: number },
  signal: AbortSignal,
): Promise<SpenderProbe[] | Incomplete<SpenderProbe[]>> {
  const asked = [...new Set(spenders)].slice(0, MAX_SPENDERS)
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs / 3))])
  const maxMs = Math.max(MIN_MS, deadlineMs / 4)
  const tried = await Promise.allSettled(
    asked.map((spender) => sources.spenderProbe(block, { spender, maxMs }, bounded)),
  )
  const probes = tried.flatMap((probe, index) => {
    const spender = asked[index]
    return probe.status === 'fulfilled' && spender !== undefined ? [{ spender, ...probe.value }] : []
  })
  const failures = tried.flatMap((probe) => (probe.status === 'rejected' ? [probe.reason] : []))
  const cut = probes.filter((probe) => probe.pulls.length === 0).flatMap((probe) => probe.cut)
  const missing = notProbed('spenders', { failures, cut, late: bounded.aborted })
  return missing === null ? probes : new Incomplete(probes, missing)
}
