import { ApiError } from '../../errors.ts'
import type { Chain } from '../../risk/chain.ts'
import { contractDetectors } from '../../risk/detectors/index.generated.ts'
import type { AddressSpelling } from '../../risk/facts/transaction.ts'
import type { Address, FactName } from '../../risk/facts.ts'
import { failedExecutions } from '../../risk/failedExecutions.ts'
import { type GatheredFacts, gatherFacts } from '../../risk/gatherFacts.ts'
import { breakDown } from '../../risk/report/breakDown.ts'
import { runDetectors } from '../../risk/runDetectors.ts'
import { scoreOutcomes } from '../../risk/score.ts'
import type { ScanContext, ScanOwner } from '../scanContext.ts'
import { contractProviders } from './contractProviders.ts'
import type { ContractSources } from './contractSources.ts'
import { type ContractScanResult, renderContract } from './renderContract.ts'

export type { ContractScanResult } from './renderContract.ts'

export type ContractScanInput = {
  chain: Chain
  /** Lower case; `spelling` has what the caller wrote. */
  address: Address
  spelling: AddressSpelling
  /** Adds the verified ABI, or the one recovered from the code. Default false. */
  includeAbi: boolean
  /** Default true. False leaves what trading would show unknown. */
  simulateTrade: boolean
  /** 200-30,000, default 10,000. */
  deadlineMs: number
}

/** Facts the answer shows whatever the detectors need. */
const SHOWN: readonly FactName[] = [
  'block',
  'subject',
  'bytecode',
  'proxy',
  'privileged',
  'token',
  'totalSupply',
  'trade',
  'switches',
  'capabilities',
  'powersBudget',
  'provenance',
  'distribution',
]

/** Whose failure the absence of a fact is. */
const SOURCE_OF: Partial<Record<FactName, string>> = {
  bytecode: 'bytecode',
  proxy: 'rpc',
  privileged: 'simulation',
  powersBudget: 'simulation',
  totalSupply: 'rpc',
  creator: 'rpc',
  implementations: 'rpc',
  trade: 'simulation',
  switches: 'simulation',
  capabilities: 'simulation',
  delegateActs: 'simulation',
  provenance: 'verification',
  distribution: 'holders',
}

/**
 * Builds POST /v1/scan/contract: gather facts under one deadline, run the detectors, score, render. Missing facts make a
 * partial answer. An address without code is answered too: there is nothing to analyse, and a finding says so.
 * @throws ApiError UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the address's own state could be read.
 */
export function createContractScan(sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<ContractSources>) {
  return async function scanContract(input: ContractScanInput, context: ScanContext): Promise<ContractScanResult> {
    const sources = await sourcesFor(context, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const gathered = await gatherFacts({
      providers: contractProviders(input, sources),
      needed: [...SHOWN, ...contractDetectors.flatMap(({ needs }) => needs)],
      signal,
    })
    refuseWithoutState(gathered, input)
    const unavailable = failedSources(gathered)
    const outcomes = runDetectors(contractDetectors, gathered)
    const score = scoreOutcomes(outcomes, {
      failedSources: unavailable.length,
      failedExecutions: failedExecutions(gathered),
    })
    const breakdown = breakDown(outcomes, score.riskScore)
    return renderContract({ input, gathered, score, breakdown, unavailable, intelAsOf: sources.intelAsOf() })
  }
}

function refuseWithoutState({ facts, missing }: GatheredFacts, input: ContractScanInput): void {
  if (facts.block && facts.subject) return
  const error = missing.block?.error ?? missing.subject?.error
  if (error instanceof ApiError) throw error
  const late = missing.block?.reason === 'late' || missing.subject?.reason === 'late'
  if (!late && error !== null && error !== undefined)
    throw new ApiError('UPSTREAM_UNAVAILABLE', { chain: input.chain, retryAfter: 1 }, { cause: error })
  throw new ApiError('UPSTREAM_TIMEOUT', { subject: input.spelling.checksummed, deadlineMs: input.deadlineMs })
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
