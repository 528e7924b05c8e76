import { accountAfter } from '@redoubt/risk/derive/accountAfter.ts'
import type { Part } from '@redoubt/risk/derive/shapes.ts'
import { transactionDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import type { Detector } from '@redoubt/risk/engine/detector.ts'
import { failedExecutions } from '@redoubt/risk/engine/failedExecutions.ts'
import type { Hit } from '@redoubt/risk/engine/finding.ts'
import { type GatheredFacts, gatherFacts, Incomplete, type OnFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { type Outcome, runDetectors, SEVERITY_ORDER } from '@redoubt/risk/engine/runDetectors.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { FactName, Facts } from '@redoubt/risk/facts/facts.ts'
import { type BundleEnd, judgePrefixes } from './judgePrefixes.ts'
import { transactionProviders } from './transactionProviders.ts'
import type { TransactionScanInput } from './transactionScanInput.ts'
import type { TransactionSources } from './transactionSources.ts'

/** What is known of the whole only: rules that need it judge the bundle, not its calls. */
const OF_THE_WHOLE: ReadonlySet<FactName> = new Set([
  ...(['movements', 'moved', 'balanceChanges', 'simulation', 'tokenPulls', 'codeOnOtherNetworks', 'grants'] as const),
])

/** What moves: rules that need it judge each part of several calls as well, as the transaction that it would be alone. */
const OF_A_PART: ReadonlySet<FactName> = new Set(['movements', 'moved'] as const)

/** The outcome of several calls, from what counts most. */
const ORDER: readonly Outcome['status'][] = ['found', 'failed', 'unknown', 'clear', 'not-applicable']

/** A transaction as learned and judged: what a score is made of. */
export type JudgedTransaction = {
  gathered: GatheredFacts
  outcomes: Outcome[]
  /** Sources that failed, sorted. */
  unavailable: string[]
  /** A block builder sees another outcome than every other caller. */
  diverged: boolean
  /** What a bundle does that ends early. */
  ends: readonly BundleEnd[]
}

/** Facts the answer shows whatever the detectors need. */
const SHOWN: readonly FactName[] = ['block', 'decodedCall', 'sender', 'recipient', 'callees', 'origin']
const SHOWN_OF_A_SIMULATION: readonly FactName[] = [
  'simulation',
  'balanceChanges',
  'approvalChanges',
  'spenders',
  'dataFee',
]

/** Whose failure the absence of a fact is. */
const SOURCE_OF: Partial<Record<FactName, string>> = {
  simulation: 'simulation',
  dataFee: 'rpc',
  balanceChanges: 'balances',
  approvalChanges: 'allowances',
  sender: 'rpc',
  recipient: 'rpc',
  spenders: 'rpc',
  counterparties: 'rpc',
  delegates: 'rpc',
  callees: 'rpc',
  codeOnOtherNetworks: 'other-chains',
  senderHistory: 'logs',
  tokenPulls: 'allowances',
  contractJudgements: 'contract-scan',
  purchaseJudgements: 'contract-scan',
  walletJudgements: 'wallet-scan',
  origin: 'lists',
}

/**
 * Gathers the facts of a transaction, bundle or user operation and runs the detectors over them. Never rejects: what
 * could not be learned by the signal is missing, and the rules that need it are unknown.
 */
export async function judgeTransaction(
  input: TransactionScanInput,
  sources: TransactionSources,
  {
    signal,
    onFact,
    detectors = transactionDetectors,
  }: { signal: AbortSignal; onFact?: OnFact | undefined; detectors?: readonly Detector[] },
): Promise<JudgedTransaction> {
  const ofWhole = detectors.filter(({ needs }) => !needs.includes('harmfulPrefixes'))
  const whole = await gatherFacts({
    providers: transactionProviders(input, sources),
    needed: [...SHOWN, ...SHOWN_OF_A_SIMULATION, ...ofWhole.flatMap(({ needs }) => needs)],
    switchedOff: input.simulate ? [] : ['simulation'],
    failedExecutions: () => sources.failedExecutions?.() ?? [],
    onFact,
    signal,
  })
  const found = runBundleDetectors(ofWhole, whole)
  const ofPrefixes = detectors.filter((one) => !ofWhole.includes(one))
  const judgePrefix = (prefix: TransactionScanInput) => judgeTransaction(prefix, sources, { signal, detectors })
  const { harmful, ends } =
    ofPrefixes.length === 0
      ? { harmful: [], ends: [] }
      : await judgePrefixes(input, { gathered: whole, outcomes: found }, judgePrefix)
  const gathered = withPrefixes(whole, harmful)
  return {
    gathered,
    outcomes: [...found, ...runDetectors(ofPrefixes, gathered)].sort(byDetector),
    unavailable: failedSources(gathered),
    diverged:
      gathered.facts.simulation?.environments.some(
        ({ kind, sameOutcome }) => kind === 'builder' && sameOutcome === false,
      ) ?? false,
    ends,
  }
}

function withPrefixes(
  { facts, incomplete, ...gathered }: GatheredFacts,
  prefixes: Facts['harmfulPrefixes'] | Incomplete<Facts['harmfulPrefixes']>,
): GatheredFacts {
  if (!(prefixes instanceof Incomplete))
    return { ...gathered, facts: { ...facts, harmfulPrefixes: prefixes }, incomplete }
  const { value, missing } = prefixes
  return {
    ...gathered,
    facts: { ...facts, harmfulPrefixes: value },
    incomplete: { ...incomplete, harmfulPrefixes: missing },
    complete: false,
  }
}

function failedSources(gathered: GatheredFacts): string[] {
  const { facts, missing, incomplete } = gathered
  const names = new Set<string>()
  // What is only too much to look at is no source's failure: it carries no error.
  const partly = Object.values(incomplete).filter(({ error }) => error !== null)
  for (const { reason, root } of [...Object.values(missing), ...partly]) {
    if (reason === 'failed' || reason === 'late') names.add(SOURCE_OF[root] ?? root)
  }
  if (failedExecutions(gathered).length > 0) names.add('simulation')
  const accounts = [
    facts.sender,
    facts.recipient,
    ...Object.values({ ...facts.delegates, ...facts.spenders, ...facts.counterparties }),
  ]
  if (accounts.some((account) => account?.sanctioned === null)) names.add('sanctions')
  if (accounts.some((account) => account?.frozenBy === null)) names.add('freeze-lists')
  return [...names].sort()
}

/**
 * Runs the rules over a bundle or user operation: those about the recipient once for each call, with its own recipient,
 * value and call data, those about what moves over the whole and over each part, the others once over the whole. What one
 * call earns excuses no other. Over a plain transaction it is `runDetectors`.
 */
function runBundleDetectors(detectors: readonly Detector[], gathered: GatheredFacts): Outcome[] {
  const { callees, decodedCall, transaction, parts = [] } = gathered.facts
  const bundled = transaction?.calls !== undefined || transaction?.userOperation !== undefined
  const steps = decodedCall?.calls ?? []
  const perCall = bundled && callees !== undefined && steps.length > 0
  const ofACall = new Set(
    detectors.filter(
      ({ needs }) => perCall && needs.includes('recipient') && !needs.some((name) => OF_THE_WHOLE.has(name)),
    ),
  )
  const whole = runDetectors(
    detectors.filter((detector) => !ofACall.has(detector)),
    gathered,
  )
  const views = steps.map((step) => runDetectors([...ofACall], { ...gathered, facts: viewOf(gathered.facts, step) }))
  const each = [...ofACall].map((detector) =>
    merge(views.flatMap((view) => view.filter((outcome) => outcome.detector === detector))),
  )
  return [...withParts(whole, parts, gathered), ...each.flat()].sort(byDetector)
}

function byDetector(a: Outcome, b: Outcome): number {
  return a.detector.id < b.detector.id ? -1 : 1
}

/** Adds what the parts show to what the whole shows; where a part says the same as the whole, its word counts. */
function withParts(whole: readonly Outcome[], parts: readonly Part[], gathered: GatheredFacts): readonly Outcome[] {
  if (parts.length === 0) return whole
  const moving = whole.map(({ detector }) => detector).filter(({ needs }) => needs.some((name) => OF_A_PART.has(name)))
  const found = parts.flatMap((part) =>
    runDetectors(moving, { ...gathered, facts: factsOf(gathered.facts, part) }).filter(
      (outcome) => outcome.status === 'found',
    ),
  )
  return whole.map((outcome) => {
    const [ofParts] = merge(found.filter(({ detector }) => detector === outcome.detector))
    if (ofParts?.status !== 'found') return outcome
    const more = outcome.status === 'found' ? outcome.hits.filter((hit) => !isSaid(hit, ofParts)) : []
    return { ...ofParts, hits: sorted([...ofParts.hits, ...more], outcome.detector) }
  })
}

/** Whether one of the hits says as much of the same asset. */
function isSaid(hit: Hit, { hits, detector }: { hits: readonly Hit[]; detector: Detector }): boolean {
  const rank = ({ severity = detector.severity }: Hit) => SEVERITY_ORDER.indexOf(severity)
  return hits.some((one) => one.evidence.asset === hit.evidence.asset && rank(one) <= rank(hit))
}

function sorted(hits: readonly Hit[], detector: Detector): Hit[] {
  const rank = ({ severity = detector.severity }: Hit) => SEVERITY_ORDER.indexOf(severity)
  return [...hits].sort((a, b) => rank(a) - rank(b))
}

function factsOf(facts: Partial<Facts>, part: Part): Partial<Facts> {
  const { movements, balanceChanges } = part
  return { ...facts, ...part, parts: [], moved: { movements, balanceChanges, replaced: facts.moved?.replaced ?? [] } }
}

/** The facts as they would be were the call the transaction. */
function viewOf(facts: Partial<Facts>, step: DecodedCall): Partial<Facts> {
  const { transaction, callees, recipient: _whole, ...rest } = facts
  if (!transaction) return facts
  const callee = callees?.find(({ address }) => address === step.to)
  const { block, simulation = null } = facts
  const after = callee && block ? accountAfter(callee, { transaction, simulation, chain: block.chain }) : callee
  const recipient = step.to === null ? null : after
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
