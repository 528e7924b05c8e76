import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SpenderProbe } from '@redoubt/risk/facts/probes.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import { purchasesOf } from './purchasesOf.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Spenders probed: no honest transaction approves, or takes by, more unknown ones at once. */
const MAX_SPENDERS = 2

/**
 * Probes what unknown contracts do with the tokens of accounts that approve them. It sharpens what is said of an approval
 * and never hides it. No probe where nothing is simulated.
 */
export function gatherSpenderProbes(
  sources: Pick<TransactionSources, 'spenderProbe'>,
): NonNullable<FactProviders['spenderProbes']> {
  return async (get, signal) => {
    const [block, grants] = await Promise.all([get('block'), get('grants')])
    const unknown = grants.filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'unknown')
    if (unknown.length === 0 || (await attempt(get, 'simulation')).value === null) return []
    return probeSpenders(sources, { block, spenders: unknown.map(({ spender }) => spender) }, signal)
  }
}

/** Tokens probed: no honest transaction buys more unknown ones at once. */
const MAX_TOKENS = 2

/** Sells again the bought tokens that no known source vouches for. */
export function gatherSaleProbes(
  sources: Pick<TransactionSources, 'account' | 'saleProbe'>,
): NonNullable<FactProviders['saleProbes']> {
  return async (get, signal) => {
    const [block, bought] = await Promise.all([get('block'), purchasesOf(sources, get, signal)])
    const probes = await Promise.all(
      bought.slice(0, MAX_TOKENS).map(async ({ token, symbol }) => ({
        token,
        symbol,
        ...(await sources.saleProbe(block, token, signal)),
      })),
    )
    const cut = bought.slice(MAX_TOKENS).map(({ token }) => token)
    const missing = notProbed('bought tokens', { failures: [], cut, late: false })
    return missing === null ? probes : new Incomplete(probes, missing)
  }
}

/** Probes the unknown contracts by which a mined transaction took tokens: whether they take them from every account that approves them. */
export function gatherTakerProbes(
  sources: Pick<TransactionSources, 'spenderProbe'>,
): NonNullable<FactProviders['takerProbes']> {
  return async (get, signal) => {
    const approvalPulls = await get('approvalPulls')
    const unknown = approvalPulls.filter(
      ({ spender, loss }) => loss.returned !== 'value' && spenderKindOf(spender) === 'unknown',
    )
    if (unknown.length === 0) return []
    const spenders = unknown.map(({ spender }) => spender.address)
    return probeSpenders(sources, { block: await get('block'), spenders }, signal)
  }
}

/**
 * What of the probes beside a simulation is missing; null when nothing is. It puts no floor under the score: what is approved or bought
 * is judged without a probe too.
 * @param failures what the probes threw that could not be made; `cut`: what others left out for want of time.
 */
export function notProbed(
  what: string,
  { failures, cut, late }: { failures: readonly unknown[]; cut: readonly string[]; late: boolean },
): MissingFact | null {
  if (failures.length === 0 && cut.length === 0) return null
  const message =
    failures.length > 0
      ? `${failures.length} of the ${what} could not be tried${late ? ' in time' : ''}`
      : `the ${what} were not tried whole: ${cut.join('; ')}`
  return {
    reason: failures.length > 0 && late ? 'late' : 'failed',
    message: message.slice(0, 200),
    root: 'simulation',
    decisive: false,
    error: failures[0] ?? null,
  }
}

/**
 * Probes what contracts do with the tokens of accounts that approve them. Incomplete where a probe
 * failed, or was cut short and found nothing: a probe adds findings and never hides one.
 */
export async function probeSpenders(
  sources: Pick<TransactionSources, 'spenderProbe'>,
  { block, spenders }: { block: PinnedBlock; spenders: readonly Address[] },
  signal: AbortSignal,
): Promise<SpenderProbe[] | Incomplete<SpenderProbe[]>> {
  const unique = [...new Set(spenders)]
  const asked = unique.slice(0, MAX_SPENDERS)
  const tried = await Promise.allSettled(
    asked.map((spender) => withSignal(sources.spenderProbe(block, { spender }, signal), signal)),
  )
  const probes = tried.flatMap((probe, index) => {
    const spender = asked[index]
    return probe.status === 'fulfilled' && spender !== undefined ? [{ spender, ...probe.value }] : []
  })
  const failures = tried.flatMap((probe) => (probe.status === 'rejected' ? [probe.reason] : []))
  const cut = [
    ...unique.slice(MAX_SPENDERS),
    ...probes.filter((probe) => probe.pulls.length === 0).flatMap((probe) => probe.cut),
  ]
  const missing = notProbed('spenders', { failures, cut, late: signal.aborted })
  return missing === null ? probes : new Incomplete(probes, missing)
}
