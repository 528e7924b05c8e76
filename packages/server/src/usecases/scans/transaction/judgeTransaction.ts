import type { Detector } from '@redoubt/risk/detector.ts'
import { transactionDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import type { FactName } from '@redoubt/risk/facts.ts'
import { failedExecutions } from '@redoubt/risk/failedExecutions.ts'
import { type GatheredFacts, gatherFacts } from '@redoubt/risk/gatherFacts.ts'
import type { Outcome } from '@redoubt/risk/runDetectors.ts'
import { runBundleDetectors } from './runBundleDetectors.ts'
import { transactionProviders } from './transactionProviders.ts'
import type { TransactionScanInput } from './transactionScanInput.ts'
import type { TransactionSources } from './transactionSources.ts'

/** A transaction as learned and judged: what a score is made of. */
export type JudgedTransaction = {
  gathered: GatheredFacts
  outcomes: Outcome[]
  /** Sources that failed, sorted. */
  unavailable: string[]
  /** A block builder sees another outcome than every other caller. */
  diverged: boolean
}

/** Facts the answer shows whatever the detectors need. */
const SHOWN: readonly FactName[] = ['block', 'decodedCall', 'sender', 'recipient', 'callees', 'origin']
const SHOWN_OF_A_SIMULATION: readonly FactName[] = ['simulation', 'balanceChanges', 'approvalChanges', 'spenders']

/** Whose failure the absence of a fact is. */
const SOURCE_OF: Partial<Record<FactName, string>> = {
  simulation: 'simulation',
  balanceChanges: 'balances',
  approvalChanges: 'allowances',
  sender: 'rpc',
  recipient: 'rpc',
  spenders: 'rpc',
  counterparties: 'rpc',
  delegates: 'rpc',
  callees: 'rpc',
  codeElsewhere: 'other-chains',
  senderHistory: 'logs',
  tokenPulls: 'allowances',
  contractJudgements: 'contract-scan',
  origin: 'lists',
}

/**
 * Gathers the facts of a transaction, bundle or user operation and runs the detectors over them. Never rejects: what
 * could not be learned by the signal is missing, and the rules that need it are unknown.
 */
export async function judgeTransaction(
  input: TransactionScanInput,
  sources: TransactionSources,
  { signal, detectors = transactionDetectors }: { signal: AbortSignal; detectors?: readonly Detector[] },
): Promise<JudgedTransaction> {
  const gathered = await gatherFacts({
    providers: transactionProviders(input, sources),
    needed: [...SHOWN, ...SHOWN_OF_A_SIMULATION, ...detectors.flatMap(({ needs }) => needs)],
    switchedOff: input.simulate ? [] : ['simulation'],
    signal,
  })
  return {
    gathered,
    outcomes: runBundleDetectors(detectors, gathered),
    unavailable: failedSources(gathered),
    diverged:
      gathered.facts.simulation?.environments.some(
        ({ kind, sameOutcome }) => kind === 'builder' && sameOutcome === false,
      ) ?? false,
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
