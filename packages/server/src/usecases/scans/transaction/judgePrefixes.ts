import type { Address } from '@redoubt/risk/address.ts'
import { SELECTORS } from '@redoubt/risk/contract/selectors.ts'
import type { ExecutedStep } from '@redoubt/risk/derive/shapes.ts'
import { type GatheredFacts, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { INSUFFICIENT_DATA } from '@redoubt/risk/engine/insufficientData.ts'
import type { Outcome } from '@redoubt/risk/engine/runDetectors.ts'
import { type Score, scoreOutcomes } from '@redoubt/risk/engine/score.ts'
import type { BundlePrefix } from '@redoubt/risk/facts/bundlePrefix.ts'
import type { BundleCall, Transaction } from '@redoubt/risk/facts/transaction.ts'
import { mapConcurrent } from '../../../lib/mapConcurrent.ts'
import type { TransactionScanInput } from './transactionScanInput.ts'

/** Longer bundles are not cut at each call: what they do is then unknown. */
export const MAX_PREFIXES = 15
const AT_ONCE = 2
const MAX_FINDINGS = 3

/** Calls of a transaction that a wallet may make one by one; none where it is one call, or all or none. */
export function separateCalls({ calls = [], atomic = false }: Transaction): readonly BundleCall[] {
  return atomic || calls.length < 2 ? [] : calls
}

/** The scan of a bundle that ends after the first `count` calls. `spentLater`: see `TransactionScanInput`. */
export function prefixOf(
  { protect: _protect, trace: _trace, ...input }: TransactionScanInput,
  count: number,
  spentLater: NonNullable<TransactionScanInput['prefix']>['spentLater'] = [],
): TransactionScanInput {
  const calls = input.transaction.calls?.slice(0, count) ?? []
  const transaction: Transaction = {
    ...input.transaction,
    to: calls[0]?.to ?? null,
    value: calls.reduce((sum, { value }) => sum + value, 0n),
    data: `0x${calls.map(({ data }) => data.slice(2)).join('')}`,
    calls,
  }
  return { ...input, transaction, prefix: { spentLater } }
}

type Judged = { gathered: GatheredFacts; outcomes: readonly Outcome[] }

/** What a bundle does that ends after its call `lastCall`, counted from 1. */
export type BundleEnd = { lastCall: number; gathered: GatheredFacts; riskLevel: Score['riskLevel'] }

type JudgedPrefixes = { harmful: BundlePrefix[] | Incomplete<BundlePrefix[]>; ends: BundleEnd[] }

/**
 * Judges what a bundle does that ends early, and returns all ends and those that are worse than the whole. A prefix is executed only
 * where the next call may give something back: else the whole shows all that the prefix takes.
 */
export async function judgePrefixes(
  input: TransactionScanInput,
  whole: Judged,
  judge: (input: TransactionScanInput) => Promise<Judged>,
): Promise<JudgedPrefixes> {
  const calls = separateCalls(input.transaction)
  if (calls.length === 0 || input.prefix !== undefined || !input.simulate) return { harmful: [], ends: [] }
  const { executedSteps = [], principals = [], tokenPulls = [] } = whole.gathered.facts
  const cuts = calls.slice(1).flatMap((call, at) => {
    const givesNothing = onlyTakes(call, { before: calls.slice(0, at + 1), executedSteps, principals })
    return givesNothing ? [] : [at + 1]
  })
  const spentLater = tokenPulls.filter(({ error, failedInside }) => error === null && !failedInside)
  const score = scoreOutcomes(whole.outcomes, { chain: input.chain })
  const judged = await mapConcurrent(cuts.slice(0, MAX_PREFIXES), AT_ONCE, async (lastCall) => {
    const { gathered, outcomes } = await judge(prefixOf(input, lastCall, spentLater))
    return { lastCall, gathered, score: scoreOutcomes(outcomes, { chain: input.chain }) }
  })
  const harmful = judged.flatMap(({ lastCall, score: of }) => worseThan(score, of, { lastCall, calls: calls.length }))
  const isUnknown = judged.some(({ score: of }) => of.missingDecisiveFacts.length > 0)
  const ends = judged.map(({ lastCall, gathered, score: { riskLevel } }) => ({ lastCall, gathered, riskLevel }))
  if (cuts.length > MAX_PREFIXES) return { harmful: new Incomplete(harmful, TOO_MANY), ends }
  // What is missing of the whole is said of the whole.
  const isNews = isUnknown && score.missingDecisiveFacts.length === 0
  return { harmful: isNews ? new Incomplete(harmful, NOT_EXECUTED) : harmful, ends }
}

const TOO_MANY: MissingFact = {
  reason: 'failed',
  message: `the bundle may end after more than ${MAX_PREFIXES} of its calls; not all of them were examined`,
  root: 'harmfulPrefixes',
  error: null,
}
const NOT_EXECUTED: MissingFact = { ...TOO_MANY, message: 'what the bundle does when it ends early is not known' }

const ASKS_FOR_REVIEW = 40

function worseThan(whole: Score, prefix: Score, { lastCall, calls }: Pick<BundlePrefix, 'lastCall' | 'calls'>) {
  const { riskScore, riskLevel } = prefix
  const found = prefix.findings.filter(
    ({ id, severity }) => id !== INSUFFICIENT_DATA && severity !== 'info' && severity !== 'low',
  )
  if (riskScore < ASKS_FOR_REVIEW || riskScore <= whole.riskScore || riskLevel === whole.riskLevel) return []
  if (found.length === 0) return []
  const findings = found.slice(0, MAX_FINDINGS).map(({ id, title, description }) => ({ id, title, description }))
  return [{ lastCall, calls, riskScore, riskLevel, findings }]
}

const PAYMENTS: readonly string[] = [
  SELECTORS.transfer,
  SELECTORS.safeTransferFrom,
  SELECTORS.safeTransferFromWithData,
  SELECTORS.safeTransferFrom1155,
  SELECTORS.transferId,
  SELECTORS.transferFromId,
]
const APPROVALS: readonly string[] = [SELECTORS.approve, SELECTORS.increaseAllowance, SELECTORS.increaseApproval]

/** Whether a call is a plain payment by which no principal gains, or the first approval of its token. */
function onlyTakes(
  { to, value, data }: BundleCall,
  context: { before: readonly BundleCall[]; executedSteps: readonly ExecutedStep[]; principals: readonly Address[] },
): boolean {
  const { before, executedSteps, principals } = context
  const selector = data.slice(0, 10)
  const step = executedSteps.find((one) => one.to === to && one.value === value && one.data === data)
  if (APPROVALS.includes(selector))
    return !before.some((other) => other.to === to && APPROVALS.includes(other.data.slice(0, 10)))
  const isPayment = data === '0x' ? value > 0n : PAYMENTS.includes(selector)
  return isPayment && step !== undefined && !step.changes.some(gains)

  function gains({ account, change }: ExecutedStep['changes'][number]): boolean {
    return change > 0n && principals.includes(account)
  }
}
