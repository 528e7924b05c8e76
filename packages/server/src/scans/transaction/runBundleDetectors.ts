import type { Detector } from '../../risk/detector.ts'
import type { DecodedCall } from '../../risk/facts/decodedCall.ts'
import type { FactName, Facts } from '../../risk/facts.ts'
import type { GatheredFacts } from '../../risk/gatherFacts.ts'
import { type Outcome, runDetectors } from '../../risk/runDetectors.ts'

/** What is known of the whole only: rules that need it judge the bundle, not its calls. */
const OF_THE_WHOLE: ReadonlySet<FactName> = new Set([
  ...(['movements', 'moved', 'balanceChanges', 'simulation', 'tokenPulls', 'codeElsewhere', 'grants'] as const),
])
/** The outcome of several calls, from what counts most. */
const ORDER: readonly Outcome['status'][] = ['found', 'failed', 'unknown', 'clear', 'not-applicable']

/**
 * Runs the rules over a bundle or user operation: those about the recipient once for each call, with its own recipient,
 * value and call data, the others once over the whole. Over a plain transaction it is `runDetectors`.
 */
export function runBundleDetectors(detectors: readonly Detector[], gathered: GatheredFacts): Outcome[] {
  const { callees, decodedCall, transaction } = gathered.facts
  const bundled = transaction?.calls !== undefined || transaction?.userOperation !== undefined
  const steps = decodedCall?.calls ?? []
  if (!bundled || callees === undefined || steps.length === 0) return runDetectors(detectors, gathered)
  const ofACall = new Set(
    detectors.filter(({ needs }) => needs.includes('recipient') && !needs.some((name) => OF_THE_WHOLE.has(name))),
  )
  const whole = runDetectors(
    detectors.filter((detector) => !ofACall.has(detector)),
    gathered,
  )
  const views = steps.map((step) => runDetectors([...ofACall], { ...gathered, facts: viewOf(gathered.facts, step) }))
  const each = [...ofACall].map((detector) =>
    merge(views.flatMap((view) => view.filter((outcome) => outcome.detector === detector))),
  )
  return [...whole, ...each.flat()].sort((a, b) => (a.detector.id < b.detector.id ? -1 : 1))
}

/** The facts as they would be were the call the transaction. */
function viewOf(facts: Partial<Facts>, step: DecodedCall): Partial<Facts> {
  const { transaction, callees, recipient: _whole, ...rest } = facts
  if (!transaction) return facts
  const recipient = step.to === null ? null : callees?.find(({ address }) => address === step.to)
  return {
    ...rest,
    transaction: { ...transaction, to: step.to, value: step.value, data: step.selector ?? '0x' },
    decodedCall: step,
    ...(recipient !== undefined && { recipient }),
  }
}

function merge(outcomes: readonly Outcome[]): Outcome[] {
  const [worst] = [...outcomes].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  if (worst?.status !== 'found') return worst ? [worst] : []
  const hits = outcomes.flatMap((outcome) => (outcome.status === 'found' ? outcome.hits : []))
  return [{ ...worst, hits: [...new Map(hits.map((hit) => [JSON.stringify(hit), hit])).values()] }]
}
