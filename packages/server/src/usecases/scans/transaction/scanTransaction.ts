import type { Chain } from '@redoubt/risk/chain.ts'
import { uncoveredShare } from '@redoubt/risk/derive/uncoveredShare.ts'
import { withSecondEndpoint } from '@redoubt/risk/engine/endpointAgreement.ts'
import { failedExecutions } from '@redoubt/risk/engine/failedExecutions.ts'
import type { GatheredFacts, OnFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { scoreOutcomes } from '@redoubt/risk/engine/score.ts'
import { quote } from '@redoubt/risk/wording/accountNames.ts'
import type { PolicyGate } from '../../../domain/ports/policyGate.ts'
import { ApiError, apiErrorOf } from '../../../errors.ts'
import { withinTime } from '../../../lib/withinTime.ts'
import { transactionPolicy } from '../../policies/transactionPolicy.ts'
import { endpointAgreement } from '../endpointAgreement.ts'
import { type Explainer, explainInWords } from '../explainInWords.ts'
import type { ScanContext, ScanOwner } from '../scanContext.ts'
import type { BundleEnd } from './judgePrefixes.ts'
import { judgeTransaction } from './judgeTransaction.ts'
import { protectTransaction } from './protect/protectTransaction.ts'
import { renderProtection } from './protect/renderProtection.ts'
import { type RenderedTrace, renderTrace } from './renderTrace.ts'
import { namesKnown, renderTransaction, type TransactionScanResult } from './renderTransaction.ts'
import type { TransactionScanInput } from './transactionScanInput.ts'
import type { TransactionSources } from './transactionSources.ts'

export type { TransactionScanResult } from './renderTransaction.ts'
export type { TransactionScanInput } from './transactionScanInput.ts'

/** How the scan reads a network in an environment; made on first use, so that an unused network costs nothing. */
export type SourcesFor = (owner: ScanOwner, chain: Chain) => Promise<TransactionSources>

/**
 * Builds POST /v1/scan/transaction: gather facts under one deadline, run the detectors, score, explain.
 * Missing facts make a partial answer.
 * @throws ApiError UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the chain's head could be read.
 */
export function createTransactionScan(
  sourcesFor: SourcesFor,
  explainer: Explainer | null = null,
  policyGate: Pick<PolicyGate, 'check' | 'policyOf'> | null = null,
) {
  return async function scanTransaction(
    input: TransactionScanInput,
    context: ScanContext,
  ): Promise<TransactionScanResult> {
    const sources = await sourcesFor(context, input.chain)
    return withinTime(context.signal, input.deadlineMs, async (signal) => {
      const judged = await gatherAndJudge(input, sources, { signal, explainer, onFact: context.onFact })
      const { gathered, result } = judged
      const [policy, protection] = await Promise.all([
        transactionPolicy(policyGate, { input, ...judged, riskLevel: result.riskLevel }, { context, sources, signal }),
        input.protect === undefined
          ? null
          : protectTransaction({ input, gathered, result, request: input.protect }, sources, signal),
      ])
      return {
        ...result,
        ...(policy !== null && { policy }),
        ...(protection !== null && { protect: renderProtection(protection, sources.protect ?? null) }),
      }
    })
  }
}

/** One scan, with the facts that its answer rests on. */
export async function gatherAndJudge(
  input: TransactionScanInput,
  sources: TransactionSources,
  { signal, explainer, onFact }: { signal: AbortSignal; explainer: Explainer | null; onFact?: OnFact | undefined },
): Promise<{ result: TransactionScanResult; gathered: GatheredFacts; ends: readonly BundleEnd[] }> {
  const {
    gathered,
    ends,
    outcomes,
    unavailable: failed,
    diverged,
  } = await judgeTransaction(input, sources, {
    signal,
    onFact,
  })
  refuseWithoutHead(gathered, input)
  const agreement = await endpointAgreement(sources, [gathered], signal)
  const unavailable = withSecondEndpoint(failed, agreement)
  const score = scoreOutcomes(outcomes, {
    chain: input.chain,
    failedSources: unavailable.length,
    diverged,
    uncovered: uncoveredShare(gathered.facts),
    failedExecutions: failedExecutions(gathered),
    agreement,
  })
  const { decodedCall } = gathered.facts
  const result = renderTransaction({
    input,
    gathered,
    decoded: decodedCall && (await sources.whole(decodedCall, signal)),
    score,
    unavailable,
    imitates: sources.imitates,
    intelAsOf: sources.intelAsOf(),
  })
  const trace = input.trace ? { trace: traceOf(input, gathered, sources) } : {}
  const explanation = await inWords(input, result, explainer, signal)
  return { gathered, ends, result: { ...result, ...trace, explanation } }
}

/** Every call of the execution; null when it has no call tree. */
function traceOf(
  input: TransactionScanInput,
  gathered: GatheredFacts,
  { imitates, decode }: TransactionSources,
): RenderedTrace | null {
  const { simulation, balanceChanges = [] } = gathered.facts
  const root = simulation?.trace ?? null
  if (root === null) return null
  const moved = balanceChanges.flatMap(({ assetType, address, symbol, decimals }) =>
    assetType !== 'erc20' || address === null || symbol === null || decimals === null || imitates(address, symbol)
      ? []
      : [[address, { symbol: quote(symbol), decimals }] as const],
  )
  return renderTrace(root, { names: namesKnown({ input, gathered, imitates }), moved: new Map(moved), decode })
}

/** What the configured language model adds to the template. */
async function inWords(
  { chain: network, transaction: { from: signer } }: TransactionScanInput,
  { explanation, ...answer }: TransactionScanResult,
  explainer: Explainer | null,
  signal: AbortSignal,
): Promise<TransactionScanResult['explanation']> {
  if (explanation === null || explainer === null) return explanation
  const { decoded, simulation, recommendation } = answer
  const { balanceChanges = [], approvalChanges = [] } = simulation ?? {}
  const explained = {
    network,
    recommendation,
    signer,
    balanceChanges,
    approvalChanges,
    facts: { decoded, balanceChanges, approvalChanges },
  }
  return explainInWords(explanation, explained, explainer, signal)
}

function refuseWithoutHead({ facts, missing }: GatheredFacts, input: TransactionScanInput): void {
  if (facts.block) return
  const known = apiErrorOf(missing.block?.error)
  if (known) throw known
  throw new ApiError('UPSTREAM_TIMEOUT', { subject: input.chain, deadlineMs: input.deadlineMs })
}
