import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { AssetWorths } from '../../policies/assetWorths.ts'
import { gatherGrantWorths } from '../../policies/transactionEffects.ts'
import type { ScanContext } from '../scanContext.ts'
import {
  gatherAndJudge,
  type SourcesFor,
  type TransactionScanInput,
  type TransactionScanResult,
} from './scanTransaction.ts'

/** A scan with what was executed, before it is written for people. Null: it could not be learned. */
export type ScannedExecution = {
  scan: TransactionScanResult
  simulation: Simulation | null
  balanceChanges: readonly BalanceChange[] | null
  approvalChanges: readonly ApprovalChange[] | null
  gathered: GatheredFacts
  /** Of what the execution gives to spenders. */
  worths: AssetWorths
}

/** Builds the scan of POST /v1/scan/transaction for what is sent: without a language model, and with its execution. */
export function createExecutionScan(sourcesFor: SourcesFor) {
  return async function scanExecution(input: TransactionScanInput, context: ScanContext): Promise<ScannedExecution> {
    const sources = await sourcesFor(context, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const { result, gathered } = await gatherAndJudge(input, sources, { signal, explainer: null })
    const { simulation = null, balanceChanges = null, approvalChanges = null } = gathered.facts
    const worths = await gatherGrantWorths(sources, gathered, signal)
    return { scan: result, simulation, balanceChanges, approvalChanges, gathered, worths }
  }
}
