import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { IntentBounds, JudgedIntent, MeasuredOutcome, PriceMoves } from '@redoubt/risk/intent/intentBounds.ts'
import { judgeIntent } from '@redoubt/risk/intent/judgeIntent.ts'
import { measureOutcome } from '@redoubt/risk/intent/measureOutcome.ts'
import type { PolicyGate } from '../../../domain/ports/policyGate.ts'
import { transactionPolicy } from '../../policies/transactionPolicy.ts'
import type { Explainer } from '../explainInWords.ts'
import type { ScanContext } from '../scanContext.ts'
import { MAX_PREFIXES, prefixOf, separateCalls } from './judgePrefixes.ts'
import {
  gatherAndJudge,
  type SourcesFor,
  type TransactionScanInput,
  type TransactionScanResult,
} from './scanTransaction.ts'
import type { TransactionSources } from './transactionSources.ts'

export type IntentCheckInput = TransactionScanInput & { bounds: IntentBounds }

/** The scan of the transaction, its `policy` included, and whether all its outcomes stay within the bounds. */
export type IntentCheck = { judged: JudgedIntent; scan: TransactionScanResult; runs: string[] }

/**
 * Builds POST /v1/check/intent: the transaction scan, whose outcomes are then judged by what a person allows.
 * @throws ApiError as the scan does.
 */
export function createIntentCheck(
  sourcesFor: SourcesFor,
  explainer: Explainer | null = null,
  policyGate: Pick<PolicyGate, 'check' | 'policyOf'> | null = null,
) {
  return async function checkIntent(input: IntentCheckInput, context: ScanContext): Promise<IntentCheck> {
    const sources = await sourcesFor(context, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const judged = await gatherAndJudge(input, sources, { signal, explainer })
    const { gathered, result } = judged
    const [effectAfterDeadline, priceMoves, policy] = await Promise.all([
      effectAfter(input, sources, gathered, signal),
      movedPrices(input, sources, gathered, signal),
      transactionPolicy(policyGate, { input, ...judged, riskLevel: result.riskLevel }, { context, sources, signal }),
    ])
    const scan = { ...result, ...(policy !== null && { policy }) }
    const whole = measureOutcome(gathered, { complete: scan.complete, effectAfterDeadline, priceMoves })
    const outcome = withCutBundles(whole, await cutOutcomes(input, sources, signal))
    return { judged: judgeIntent(input.bounds, outcome), scan, runs: outcome.runs.map(({ run }) => run) }
  }
}

/**
 * What a bundle does that ends after one of its calls: unless the wallet must make all or none, a later call can fail, or never follow.
 * Null: too many to execute.
 */
async function cutOutcomes(
  input: IntentCheckInput,
  sources: TransactionSources,
  signal: AbortSignal,
): Promise<MeasuredOutcome[] | null> {
  const calls = separateCalls(input.transaction)
  if (calls.length - 1 > MAX_PREFIXES) return null
  const outcomes: MeasuredOutcome[] = []
  for (let count = 1; count < calls.length; count++) {
    const { gathered, result } = await gatherAndJudge(prefixOf(input, count), sources, { signal, explainer: null })
    outcomes.push(measureOutcome(gathered, { complete: result.complete, effectAfterDeadline: null }))
  }
  return outcomes
}

/** Every prefix is a run of its own: it must lie within the bounds as well. */
function withCutBundles(whole: MeasuredOutcome, cuts: MeasuredOutcome[] | null): MeasuredOutcome {
  if (cuts === null) return { ...whole, unknown: [...whole.unknown, 'bundle-not-cut'] }
  const runs = cuts.flatMap((cut, at) =>
    cut.runs.map((run) => ({ ...run, run: `calls-1-to-${at + 1}:${run.run}`, cut: true as const })),
  )
  const all = [whole, ...cuts]
  const isKnown = all.every(({ control }) => control !== null)
  return {
    ...whole,
    principals: [...new Set(all.flatMap(({ principals }) => principals))],
    runs: [...whole.runs, ...runs],
    usdOut: all.some(({ usdOut }) => usdOut === null) ? null : Math.max(...all.map(({ usdOut }) => usdOut ?? 0)),
    control: isKnown ? [...new Set(all.flatMap(({ control }) => control ?? []))] : null,
    unknown: [...new Set(all.flatMap(({ unknown }) => unknown))].sort(),
  }
}

/** Seconds after the deadline: a contract can wait out one of them. */
const AFTER_DEADLINE = [1n, 3_600n, 7n * 86_400n]

/** Executes the transaction after the deadline; null when none is set, or when that could not be executed. */
async function effectAfter(
  { bounds: { deadline }, transaction }: IntentCheckInput,
  sources: TransactionSources,
  { facts: { block } }: GatheredFacts,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (deadline === null || block === undefined || sources.simulateAt === undefined) return null
  // A deadline that has passed is judged by the next block.
  const over = deadline > block.timestamp ? deadline : block.timestamp
  try {
    for (const seconds of AFTER_DEADLINE)
      if (hasEffect(await sources.simulateAt(block, { transaction, timestamp: over + seconds }, signal))) return true
    return false
  } catch {
    return null
  }
}

/** What it brings after others moved the price against it; null where nothing must arrive, or where nothing is traded with a pool. */
async function movedPrices(
  { bounds: { assetsIn }, transaction }: IntentCheckInput,
  { movePrice }: TransactionSources,
  { facts }: GatheredFacts,
  signal: AbortSignal,
): Promise<PriceMoves | null> {
  const { block, simulation, principals = [], executedSteps = [], tokenPulls = [] } = facts
  const trace = simulation?.trace ?? null
  if (assetsIn.length === 0 || block === undefined || trace === null || movePrice === undefined) return null
  const trade = { transaction, trace, principals, executedSteps, tokenPulls }
  return movePrice(block, trade, signal).catch(() => ({ control: null, runs: [] }))
}

function hasEffect({ outcome, calls }: Simulation): boolean {
  if (outcome === 'reverted' || outcome === 'halted') return false
  return !calls?.length || calls.some(({ success }) => success !== false)
}
