import { scoreContract } from '@redoubt/risk/contract/contractScore.ts'
import { uncoveredShare } from '@redoubt/risk/derive/uncoveredShare.ts'
import { contractDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import { withSecondEndpoint } from '@redoubt/risk/engine/endpointAgreement.ts'
import { failedExecutions } from '@redoubt/risk/engine/failedExecutions.ts'
import { type GatheredFacts, gatherFacts, type OnFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { type Outcome, runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import type { Score } from '@redoubt/risk/engine/score.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'
import { endpointAgreement } from '../endpointAgreement.ts'
import { contractProviders } from './contractProviders.ts'
import type { ContractScanInput } from './contractScanInput.ts'
import type { ContractSources } from './contractSources.ts'
import { depositProviders, takesDeposits } from './depositProviders.ts'

/** A contract as learned and judged. */
export type JudgedContract = {
  gathered: GatheredFacts
  outcomes: Outcome[]
  score: Score
  /** Sources that failed, sorted. */
  unavailable: string[]
}

/** Whose failure the absence of a fact is. */
const SOURCE_OF: Partial<Record<FactName, string>> = {
  bytecode: 'bytecode',
  proxy: 'rpc',
  privileged: 'simulation',
  privilegesBudget: 'simulation',
  totalSupply: 'rpc',
  creator: 'rpc',
  implementations: 'rpc',
  trade: 'simulation',
  switches: 'simulation',
  capabilities: 'simulation',
  guardedPulls: 'bytecode',
  pullCoverage: 'bytecode',
  guardedTokenPowers: 'simulation',
  coinTraps: 'simulation',
  deposits: 'simulation',
  delegateActs: 'simulation',
  walletJudgement: 'wallet',
  provenance: 'verification',
  distribution: 'holders',
  deployerTokens: 'rpc',
  creatorFunding: 'history',
  flaggedDeployments: 'rpc',
}

/**
 * Gathers the facts of a contract and runs the detectors over them. Never rejects: what could not be learned by the signal is missing,
 * and the rules that need it are unknown. Payments into it are tried last, and not where the code alone is critical.
 * @param shown facts that are learned whatever the detectors need.
 * @param beforePayments is told what the code alone says; payments are tried when it has ended.
 */
export async function judgeContract(
  input: ContractScanInput,
  sources: ContractSources,
  {
    shown = [],
    signal,
    onFact,
    beforePayments,
  }: {
    shown?: readonly FactName[]
    signal: AbortSignal
    onFact?: OnFact | undefined
    beforePayments?: (judged: JudgedContract) => Promise<void>
  },
): Promise<JudgedContract> {
  const needed = [...shown, ...contractDetectors.flatMap(({ needs }) => needs)]
  const gathered = await gatherFacts({
    providers: contractProviders(input, sources),
    needed: needed.filter((name) => name !== 'deposits'),
    failedExecutions: () => sources.failedExecutions?.() ?? [],
    onFact,
    signal,
  })
  const byCode = await judged(input, sources, withDeposits(gathered, NO_DEPOSITS), signal)
  if (byCode.score.riskLevel === 'critical' || !takesDeposits(gathered.facts)) return byCode
  await beforePayments?.(byCode)
  const deposits = await gatherFacts({
    providers: depositProviders(input, sources, gathered.facts),
    needed: ['deposits'],
    failedExecutions: () => sources.failedExecutions?.() ?? [],
    onFact,
    signal,
  })
  return judged(input, sources, withDeposits(gathered, deposits), signal)
}

async function judged(
  input: ContractScanInput,
  sources: ContractSources,
  gathered: GatheredFacts,
  signal: AbortSignal,
): Promise<JudgedContract> {
  const agreement = await endpointAgreement(sources, [gathered], signal)
  const unavailable = withSecondEndpoint(failedSources(gathered), agreement)
  const outcomes = runDetectors(contractDetectors, gathered)
  const score = scoreContract(outcomes, gathered, {
    chain: input.chain,
    failedSources: unavailable.length,
    uncovered: uncoveredShare(gathered.facts),
    failedExecutions: failedExecutions(gathered),
    agreement,
  })
  return { gathered, outcomes, score, unavailable }
}

const NO_DEPOSITS: GatheredFacts = { facts: { deposits: [] }, missing: {}, incomplete: {}, complete: true }

function withDeposits(gathered: GatheredFacts, deposits: GatheredFacts): GatheredFacts {
  return {
    facts: { ...gathered.facts, ...deposits.facts },
    missing: { ...gathered.missing, ...deposits.missing },
    incomplete: { ...gathered.incomplete, ...deposits.incomplete },
    failedExecutions: deposits.failedExecutions ?? gathered.failedExecutions ?? [],
    complete: gathered.complete && deposits.complete,
  }
}

function failedSources(gathered: GatheredFacts): string[] {
  const { facts, missing } = gathered
  const names = new Set<string>()
  for (const { reason, root } of Object.values(missing)) {
    if (reason === 'failed' || reason === 'late') names.add(SOURCE_OF[root] ?? root)
  }
  if (failedExecutions(gathered).length > 0) names.add('simulation')
  // Each says why after a colon: that is for the log, and the name is for the answer.
  for (const service of facts.provenance?.unavailable ?? []) names.add(service.split(':')[0] ?? service)
  const accounts = [facts.subject, facts.creator, ...(facts.implementations ?? [])]
  if (accounts.some((account) => account?.sanctioned === null)) names.add('sanctions')
  if (accounts.some((account) => account?.frozenBy === null)) names.add('freeze-lists')
  return [...names].sort()
}
