import { getAddress } from 'viem/utils'
import { explain } from '../risk/explain.ts'
import type { DecodedCall, Hex, Simulation } from '../risk/facts.ts'
import type { Finding } from '../risk/finding.ts'
import type { GatheredFacts } from '../risk/gatherFacts.ts'
import { recommend } from '../risk/recommendation.ts'
import { type RiskLevel, RULESET_VERSION, type Score } from '../risk/score.ts'
import {
  type RenderedApprovalChange,
  type RenderedBalanceChange,
  renderApprovalChange,
  renderBalanceChange,
} from './renderChanges.ts'
import { renderFindings } from './renderFindings.ts'
import type { TransactionScanInput } from './scanTransaction.ts'
import { unknownMembers } from './unknownMembers.ts'

/** `data` of POST /v1/scan/transaction: JSON values only. */
export type TransactionScanResult = {
  riskScore: number
  riskLevel: RiskLevel
  /** 0-1: evaluated weight ÷ applicable weight. */
  confidence: number
  decoded: {
    functionName: string | null
    signature: string | null
    parameters: { name: string; type: string; value: string }[]
    calls: {
      to: string | null
      functionName: string | null
      signature: string | null
      parameters: { name: string; type: string; value: string }[]
    }[]
  }
  explanation: { summary: string; details: string; warnings: string[]; source: 'template' } | null
  simulation: {
    success: boolean
    outcome: Simulation['outcome']
    gasUsed: string
    revertReason: string | null
    toppedUp: boolean
    truncated: boolean
    created: string | null
    balanceChanges: RenderedBalanceChange[]
    approvalChanges: RenderedApprovalChange[]
    environments: {
      name: string
      kind: 'builder' | 'later'
      varies: string[]
      success: boolean
      gasUsed: string
      sameOutcome: boolean | null
      worse: boolean
    }[]
  } | null
  warnings: Finding[]
  recommendation: 'PROCEED' | 'REVIEW' | 'CAUTION' | 'BLOCK'
  /** False when the deadline cut facts off. */
  complete: boolean
  /** Members, and facts no member shows, that could not be learned or were switched off. */
  unknown: string[]
  /** Sources that failed. */
  unavailable: string[]
  blockNumber: string | null
  blockHash: Hex | null
  rulesetVersion: string
  intelAsOf: string
}

type RenderedCall = TransactionScanResult['decoded']['calls'][number]

/** Translates what was learned and judged into the contract's JSON. Decides nothing. */
export function renderTransaction(scan: {
  input: TransactionScanInput
  gathered: GatheredFacts
  score: Score
  unavailable: string[]
  intelAsOf: string
}): TransactionScanResult {
  const { input, gathered, score } = scan
  const { facts } = gathered
  return {
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    confidence: score.confidence,
    decoded: renderDecoded(facts.decodedCall),
    explanation: input.explain ? { ...explain(input.chain, facts, score), source: 'template' } : null,
    simulation: facts.simulation ? renderSimulation(scan, facts.simulation) : null,
    warnings: renderFindings(score.findings),
    recommendation: recommend('transaction', score.riskLevel),
    complete: gathered.complete,
    unknown: unknownMembers(gathered),
    unavailable: scan.unavailable,
    blockNumber: facts.block ? String(facts.block.number) : null,
    blockHash: facts.block?.hash ?? null,
    rulesetVersion: RULESET_VERSION,
    intelAsOf: scan.intelAsOf,
  }
}

function renderDecoded(call: DecodedCall | undefined): TransactionScanResult['decoded'] {
  if (!call) return { functionName: null, signature: null, parameters: [], calls: [] }
  const { functionName, signature, parameters } = call
  return { functionName, signature, parameters, calls: call.calls.flatMap(renderNested) }
}

/** Nested calls depth first: a wallet shows them as a list. */
function renderNested(call: DecodedCall): RenderedCall[] {
  const { functionName, signature, parameters } = call
  const own: RenderedCall = { to: call.to && getAddress(call.to), functionName, signature, parameters }
  return [own, ...call.calls.flatMap(renderNested)]
}

function renderSimulation(
  { input, gathered: { facts }, score }: Parameters<typeof renderTransaction>[0],
  simulation: Simulation,
): TransactionScanResult['simulation'] {
  return {
    success: simulation.success,
    outcome: simulation.outcome,
    gasUsed: String(simulation.gasUsed),
    revertReason: simulation.revertReason,
    toppedUp: simulation.toppedUp,
    truncated: simulation.truncated,
    created: simulation.created && getAddress(simulation.created),
    balanceChanges: (facts.balanceChanges ?? []).map((row) => renderBalanceChange(input.chain, row)),
    approvalChanges: (facts.approvalChanges ?? []).map((row) =>
      renderApprovalChange(row, facts.spenders?.[row.spender], score.findings),
    ),
    environments: simulation.environments.map((run) => ({ ...run, gasUsed: String(run.gasUsed) })),
  }
}
