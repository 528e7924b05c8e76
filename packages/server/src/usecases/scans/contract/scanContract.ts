import type { Chain } from '@redoubt/risk/chain.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { judgedPartsOf } from '@redoubt/risk/engine/judgedParts.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'
import { breakDown } from '@redoubt/risk/report/breakDown.ts'
import { ApiError, apiErrorOf } from '../../../errors.ts'
import { refuseWhenBusy } from '../judgementProblems.ts'
import type { ScanContext, ScanOwner } from '../scanContext.ts'
import type { ContractScanInput } from './contractScanInput.ts'
import type { ContractSources } from './contractSources.ts'
import { judgeContract } from './judgeContract.ts'
import { type ContractScanResult, renderContract } from './renderContract.ts'

export type { ContractScanInput } from './contractScanInput.ts'
export type { ContractScanResult } from './renderContract.ts'

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
  'privilegesBudget',
  'pullCoverage',
  'provenance',
  'distribution',
]

/**
 * Builds POST /v1/scan/contract: gather facts under one deadline, run the detectors, score, render. Missing facts make a
 * partial answer. An address without code is answered too: there is nothing to analyse, and a finding says so.
 * @throws ApiError UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the address's own state could be read.
 */
export function createContractScan(sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<ContractSources>) {
  return async function scanContract(input: ContractScanInput, context: ScanContext): Promise<ContractScanResult> {
    const sources = await sourcesFor(context, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const judged = await judgeContract(input, sources, { shown: SHOWN, signal, onFact: context.onFact })
    const { gathered, outcomes, score, unavailable } = judged
    // A misspelled address, trades switched off and a wallet's own past are no matter of the code.
    const { subject } = gathered.facts
    if (input.simulateTrade && !input.spelling.checksumFailed && subject && judgedPartsOf(subject) === 'contract')
      await sources.renew?.(judged)
    refuseWithoutState(gathered, input)
    refuseWhenBusy(gathered, 'walletJudgement', input.chain)
    const breakdown = breakDown(outcomes, score.riskScore)
    return renderContract({ input, gathered, score, breakdown, unavailable, intelAsOf: sources.intelAsOf() })
  }
}

function refuseWithoutState({ facts, missing }: GatheredFacts, input: ContractScanInput): void {
  if (facts.block && facts.subject) return
  const error = missing.block?.error ?? missing.subject?.error
  const known = apiErrorOf(error)
  if (known) throw known
  const late = missing.block?.reason === 'late' || missing.subject?.reason === 'late'
  if (!late && error !== null && error !== undefined)
    throw new ApiError('UPSTREAM_UNAVAILABLE', { chain: input.chain, retryAfter: 1 }, { cause: error })
  throw new ApiError('UPSTREAM_TIMEOUT', { subject: input.spelling.checksummed, deadlineMs: input.deadlineMs })
}
