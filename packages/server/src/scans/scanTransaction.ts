import { ApiError } from '../errors.ts'
import type { Chain } from '../risk/chain.ts'
import { transactionDetectors } from '../risk/detectors/index.generated.ts'
import type { AddressSpelling, FactName, Transaction } from '../risk/facts.ts'
import { type GatheredFacts, gatherFacts } from '../risk/gatherFacts.ts'
import { runDetectors } from '../risk/runDetectors.ts'
import { scoreOutcomes } from '../risk/score.ts'
import { renderTransaction, type TransactionScanResult } from './renderTransaction.ts'
import { transactionProviders } from './transactionProviders.ts'
import type { TransactionSources } from './transactionSources.ts'

export type { TransactionScanResult } from './renderTransaction.ts'

export type TransactionScanInput = {
  chain: Chain
  transaction: Transaction
  spellings: AddressSpelling[]
  /** Default true both. */
  simulate: boolean
  explain: boolean
  /** 200-30,000, default 3,000. */
  deadlineMs: number
}

/** How the scan reads a network in an environment; made on first use, so that an unused network costs nothing. */
export type SourcesFor = (environment: 'live' | 'test', chain: Chain) => Promise<TransactionSources>

/** Facts the answer shows whatever the detectors need. */
const SHOWN: readonly FactName[] = ['block', 'decodedCall', 'sender', 'recipient']
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
  codeElsewhere: 'other-chains',
  senderHistory: 'logs',
  tokenPulls: 'allowances',
}

/**
 * Builds POST /v1/scan/transaction: gather facts under one deadline, run the detectors, score, explain.
 * Missing facts make a partial answer.
 * @throws ApiError UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the chain's head could be read.
 */
export function createTransactionScan(sourcesFor: SourcesFor) {
  return async function scanTransaction(
    input: TransactionScanInput,
    context: { environment: 'live' | 'test'; signal: AbortSignal },
  ): Promise<TransactionScanResult> {
    const sources = await sourcesFor(context.environment, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const gathered = await gatherFacts({
      providers: transactionProviders(input, sources),
      needed: [...SHOWN, ...SHOWN_OF_A_SIMULATION, ...transactionDetectors.flatMap(({ needs }) => needs)],
      switchedOff: input.simulate ? [] : ['simulation'],
      signal,
    })
    refuseWithoutHead(gathered, input)
    const unavailable = failedSources(gathered)
    const outcomes = runDetectors(transactionDetectors, gathered)
    const { facts } = gathered
    const score = scoreOutcomes(outcomes, {
      failedSources: unavailable.length,
      diverged:
        facts.simulation?.environments.some(({ kind, sameOutcome }) => kind === 'builder' && sameOutcome === false) ??
        false,
    })
    return renderTransaction({
      input,
      gathered,
      score,
      unavailable,
      intelAsOf: sources.intelAsOf(),
    })
  }
}

function refuseWithoutHead({ facts, missing }: GatheredFacts, input: TransactionScanInput): void {
  if (facts.block) return
  if (missing.block?.error instanceof ApiError) throw missing.block.error
  throw new ApiError('UPSTREAM_TIMEOUT', { subject: input.chain, deadlineMs: input.deadlineMs })
}

function failedSources({ facts, missing, incomplete }: GatheredFacts): string[] {
  const names = new Set<string>()
  // What is only too much to look at is nobody's failure: it carries no error.
  const partly = Object.values(incomplete).filter(({ error }) => error !== null)
  for (const { reason, root } of [...Object.values(missing), ...partly]) {
    if (reason === 'failed' || reason === 'late') names.add(SOURCE_OF[root] ?? root)
  }
  const accounts = [
    facts.sender,
    facts.recipient,
    ...Object.values({ ...facts.delegates, ...facts.spenders, ...facts.counterparties }),
  ]
  if (accounts.some((account) => account?.sanctioned === null)) names.add('sanctions')
  if (accounts.some((account) => account?.frozenBy === null)) names.add('freeze-lists')
  return [...names].sort()
}
